//! The calls by name. Those with conditions on their arguments are in the list of what is allowed too, and
//! get their conditions afterwards.

use libc::*;

/// What runtimes and bots need: files, memory, threads, own processes, time, and pipes among themselves.
pub(super) fn allowed() -> impl Iterator<Item = i64> {
    FILES
        .iter()
        .chain(WAITING)
        .chain(MEMORY)
        .chain(PROCESSES)
        .chain(TIME)
        .chain(PAIRS)
        .chain(OLD)
        .copied()
        .chain(starting_processes())
        .chain([SYS_clone])
}

/// What starts a process and never a thread.
pub(super) fn starting_processes() -> impl Iterator<Item = i64> {
    STARTING.iter().copied()
}

/// What changes a file's mode and times. No folder has to be written to for that, so Landlock lets it happen:
/// to the bot's own files, where they belong to its user, in front of all its processes.
pub(super) fn marking() -> impl Iterator<Item = i64> {
    [SYS_fchmod, SYS_fchmodat, SYS_utimensat].into_iter().chain(OLD_MARKING.iter().copied())
}

/// What is refused with "operation not permitted".
pub(super) fn refused() -> impl Iterator<Item = i64> {
    NETWORK.iter().chain(SPYING).chain(SYSTEM).chain(SHARING).chain(OTHERS).copied()
}

#[rustfmt::skip]
const FILES: &[i64] = &[
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_preadv, SYS_pwritev,
    SYS_preadv2, SYS_pwritev2, SYS_openat, SYS_close, SYS_close_range, SYS_fstat, SYS_newfstatat, SYS_statx,
    SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_lseek,
    SYS_getdents64, SYS_dup, SYS_dup3, SYS_fcntl, SYS_fsync, SYS_fdatasync, SYS_ftruncate,
    SYS_truncate, SYS_fallocate, SYS_fadvise64, SYS_sendfile, SYS_copy_file_range, SYS_splice, SYS_pipe2,
    SYS_mkdirat, SYS_renameat, SYS_renameat2, SYS_linkat, SYS_unlinkat, SYS_symlinkat, SYS_fchmod,
    SYS_fchmodat, SYS_umask, SYS_utimensat, SYS_statfs, SYS_fstatfs, SYS_ioctl, SYS_sync_file_range,
    SYS_readahead,
];

#[rustfmt::skip]
const WAITING: &[i64] = &[
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_epoll_pwait2,
    SYS_eventfd2, SYS_signalfd4, SYS_futex, SYS_futex_waitv, SYS_restart_syscall,
];

#[rustfmt::skip]
const MEMORY: &[i64] = &[
    SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_brk, SYS_madvise, SYS_mincore, SYS_msync,
    SYS_membarrier, SYS_mlock, SYS_munlock, SYS_memfd_create,
];

#[rustfmt::skip]
const PROCESSES: &[i64] = &[
    SYS_execve, SYS_exit, SYS_exit_group, SYS_wait4, SYS_waitid, SYS_kill, SYS_tgkill, SYS_tkill,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_getpid, SYS_getppid, SYS_gettid, SYS_getpgid, SYS_setpgid,
    SYS_getsid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid,
    SYS_getgroups, SYS_setuid, SYS_setgid, SYS_setresuid, SYS_setresgid, SYS_setgroups, SYS_capget, SYS_prctl,
    SYS_seccomp, SYS_set_tid_address, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_max,
    SYS_sched_get_priority_min, SYS_getpriority, SYS_getrlimit, SYS_setrlimit, SYS_prlimit64, SYS_getrusage,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigpending,
    SYS_rt_sigtimedwait, SYS_sigaltstack, SYS_uname, SYS_sysinfo, SYS_getcpu,
];

#[rustfmt::skip]
const TIME: &[i64] = &[
    SYS_times, SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_setitimer, SYS_getitimer, SYS_timer_create, SYS_timer_settime, SYS_timer_gettime, SYS_timer_delete,
    SYS_timer_getoverrun, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_getrandom,
];

/// Pairs of sockets lead nowhere but to their other end; event loops wake themselves with them.
#[rustfmt::skip]
const PAIRS: &[i64] = &[
    SYS_socketpair, SYS_sendto, SYS_recvfrom, SYS_sendmsg, SYS_recvmsg, SYS_shutdown, SYS_getsockname,
    SYS_getpeername, SYS_getsockopt, SYS_setsockopt,
];

/// Older ways to the same, which newer architectures left out.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const OLD: &[i64] = &[
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_pipe,
    SYS_poll, SYS_select, SYS_epoll_create, SYS_epoll_wait, SYS_eventfd, SYS_mkdir, SYS_rmdir, SYS_rename,
    SYS_link, SYS_unlink, SYS_symlink, SYS_chmod, SYS_utime, SYS_utimes, SYS_futimesat, SYS_getpgrp, SYS_time,
    SYS_alarm, SYS_pause, SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD: &[i64] = &[];

#[cfg(target_arch = "x86_64")]
const OLD_MARKING: &[i64] = &[SYS_chmod, SYS_utime, SYS_utimes, SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const OLD_MARKING: &[i64] = &[];

#[cfg(target_arch = "x86_64")]
const STARTING: &[i64] = &[SYS_fork, SYS_vfork];
#[cfg(not(target_arch = "x86_64"))]
const STARTING: &[i64] = &[];

const NETWORK: &[i64] = &[SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4];

#[rustfmt::skip]
const SPYING: &[i64] = &[
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_pidfd_open, SYS_pidfd_getfd,
    SYS_pidfd_send_signal, SYS_perf_event_open, SYS_bpf, SYS_userfaultfd, SYS_fanotify_init, SYS_kcmp,
    SYS_lookup_dcookie, SYS_open_by_handle_at, SYS_name_to_handle_at, SYS_keyctl, SYS_add_key,
    SYS_request_key, SYS_syslog,
];

#[rustfmt::skip]
const SYSTEM: &[i64] = &[
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_fsopen, SYS_fsmount,
    SYS_fsconfig, SYS_fspick, SYS_move_mount, SYS_open_tree, SYS_mount_setattr, SYS_init_module,
    SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname,
    SYS_acct, SYS_quotactl, SYS_vhangup, SYS_personality, SYS_mknodat, SYS_fchown, SYS_fchownat, SYS_capset,
];

/// What processes of different bots, or of one bot in different games, could leave a sign for each other in.
/// A lock on a file that both may read is one, too.
const SHARING: &[i64] = &[SYS_shmget, SYS_shmat, SYS_semget, SYS_msgget, SYS_mq_open, SYS_flock];

/// Other processes' share of the machine, and the bot's own processor. A session of its own would have a
/// share of its own beside everybody else's of this program.
#[rustfmt::skip]
const OTHERS: &[i64] = &[
    SYS_setsid, SYS_setpriority, SYS_ioprio_set, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam,
    SYS_sched_setattr, SYS_migrate_pages, SYS_move_pages,
];
