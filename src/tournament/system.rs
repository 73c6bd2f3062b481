//! What processes need of the operating system beyond the standard library. All that is only for
//! one system is here.

use std::io;
use std::process::{Child, Command};

/// Makes a program end with its parent, as far as the system can do that: on Linux it is killed
/// when the thread that starts it ends, even if that is by a kill. On Unix it also gets a group of
/// its own, so that an interrupt from the keyboard reaches only the parent. Elsewhere an engine
/// sees at least the end of its input.
#[cfg(unix)]
pub fn tie_to_parent(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
    #[cfg(target_os = "linux")]
    {
        let parent = rustix::process::getpid();
        let tie = move || {
            use rustix::process::{Signal, getppid, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have ended before that call.
            if getppid() == Some(parent) {
                Ok(())
            } else {
                Err(io::ErrorKind::BrokenPipe.into())
            }
        };
        // SAFETY: between fork and exec the closure makes two system calls that may be made there
        // (prctl and getppid); it neither allocates nor takes a lock, and its error is a plain
        // number.
        unsafe {
            command.pre_exec(tie);
        }
    }
}

/// Kills a process and all that it has started, unless they have left its group.
#[cfg(unix)]
pub fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // That nobody is left is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Has something done whenever the program is to be ended: by the keyboard, by whoever ends its job,
/// or by the end of its terminal, unless that is to be ignored, as `nohup` has it.
///
/// # Errors
///
/// The system refuses.
#[cfg(unix)]
pub fn on_interrupt(handle: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let mut signals = vec![SIGINT, SIGTERM];
    if !is_ignored(SIGHUP) {
        signals.push(SIGHUP);
    }
    let mut signals = Signals::new(signals)?;
    std::thread::spawn(move || signals.forever().for_each(|_| handle()));
    Ok(())
}

/// Whether the program was started with a signal ignored, where the system tells that.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// See the other.
///
/// # Errors
///
/// See the other.
#[cfg(not(unix))]
pub fn on_interrupt(handle: impl Fn() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(handle).map_err(io::Error::other)
}

/// See the other.
#[cfg(not(unix))]
pub fn tie_to_parent(_: &mut Command) {}

/// See the other.
#[cfg(not(unix))]
pub fn kill_group(_: &Child) {}
