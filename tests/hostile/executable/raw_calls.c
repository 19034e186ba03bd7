// Tries:   every system call that there is, by number, with arguments that mean nothing: from the oldest to
//          those that the kernel has not yet.
// Stopped: a list of allowed calls; everything else does not exist
//          (crates/hosts/src/cell/linux/calls/mod.rs).
// Told:    nothing, its log says "kept out"; or "late: …", or "crashed: …": calls that end itself end nobody
//          else.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void try_all(void) {
    for (long call = 0; call < 600; call++) {
        // What it waits for by itself: pauses, waits, reads, and calls that end or replace it.
        switch (call) {
#ifdef SYS_fork // Newer kinds of processors have not these.
        case SYS_pause: case SYS_poll: case SYS_select: case SYS_epoll_wait: case SYS_fork: case SYS_vfork:
#endif
        case SYS_rt_sigsuspend: case SYS_rt_sigtimedwait: case SYS_rt_sigreturn: case SYS_exit:
        case SYS_exit_group: case SYS_read: case SYS_futex: case SYS_wait4: case SYS_waitid: case SYS_clone:
        case SYS_clone3: case SYS_execve: case SYS_pselect6: case SYS_ppoll: case SYS_munmap: case SYS_mprotect:
        case SYS_brk: case SYS_kill: case SYS_tkill:
            continue;
        }
        syscall(call, -1L, 0L, 0L, 0L, 0L, 0L);
    }
}

int main(void) {
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1}");
        } else if (strstr(line, "\"type\":\"ask\"")) {
            char *number = strstr(line, "\"number\":");
            pid_t child = fork();
            if (child == 0) {
                close(1);
                try_all();
                _exit(0);
            }
            if (child > 0) waitpid(child, NULL, 0);
            fputs("kept out\n", stderr);
            printf("{\"type\":\"answer\",\"number\":%d,\"move\":\"take\"}\n", number ? atoi(number + 9) : 0);
        }
        fflush(stdout);
    }
    return 0;
}
