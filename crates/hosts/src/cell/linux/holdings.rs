//! How much memory processes hold, of whatever kind, as `/proc` shows it; and how many files lie in their
//! `/tmp`.
//!
//! A process's own limit counts what it may write to and what is not shared. Memory that was filled and then
//! made read-only is none of that, nor are tables of pages; what is resident is all of it.

use std::fs;

use super::tree::kibibytes;

/// What these processes hold together, as each of them says. What two of them share counts for both.
pub(super) fn claimed(processes: &[i32]) -> u64 {
    processes.iter().filter_map(|&process| Some(claim(&status(process)?))).sum()
}

/// What these processes hold together, where what several share is shared out among them. Takes the kernel
/// long.
pub(super) fn shared_out(processes: &[i32]) -> u64 {
    processes.iter().filter_map(|&process| share(process)).sum()
}

fn status(process: i32) -> Option<String> {
    fs::read_to_string(format!("/proc/{process}/status")).ok()
}

fn claim(status: &str) -> u64 {
    ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"].iter().filter_map(|name| kibibytes(status, name)).sum()
}

fn share(process: i32) -> Option<u64> {
    let status = status(process)?;
    let Ok(shares) = fs::read_to_string(format!("/proc/{process}/smaps_rollup")) else {
        return Some(claim(&status));
    };
    let shared: u64 =
        ["Pss_Anon:", "Pss_Shmem:", "SwapPss:"].iter().filter_map(|name| kibibytes(&shares, name)).sum();
    Some(shared + kibibytes(&status, "VmPTE:").unwrap_or(0))
}

/// How many files, folders and links lie in the `/tmp` that a process sees, where that can be asked.
pub(super) fn files(process: i32) -> Option<u64> {
    let about = nix::sys::statvfs::statvfs(format!("/proc/{process}/root/tmp").as_str()).ok()?;
    Some(about.files().saturating_sub(about.files_free()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_counts_whether_it_can_be_written_or_not() {
        let status = "VmData:\t 4884 kB\nVmPTE:\t 2 kB\nVmSwap:\t 10 kB\nRssAnon:\t 100 kB\nRssFile:\t 7 kB\n\
                      RssShmem:\t 30 kB\n";
        assert_eq!(claim(status), 142 << 10);
    }

    #[test]
    fn this_process_holds_memory_and_one_that_is_gone_none() {
        let me = i32::try_from(std::process::id()).expect("a small number");
        let hoard = vec![1_u8; 40 << 20];
        assert!(claimed(&[me]) > 40 << 20 && shared_out(&[me]) > 40 << 20, "{}", hoard.len());
        assert_eq!((claimed(&[-1]), shared_out(&[-1])), (0, 0));
    }
}
