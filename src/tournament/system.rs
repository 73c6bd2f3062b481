//! What processes need of the operating system beyond the standard library. All that is only for
//! one system is here.

use std::fs::File;
use std::io;
use std::process::{Child, Command};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::{Duration, Instant};

/// Starts a program that ends with this one, as far as the system can do that: on Linux it is killed
/// when the thread that starts it ends, even if that is by a kill. On Unix it also gets a group of
/// its own, so that an interrupt from the keyboard reaches only this program, and the watchdog is
/// told of the group. Elsewhere an engine sees at least the end of its input.
///
/// # Errors
///
/// It cannot be started.
#[cfg(unix)]
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    use std::os::unix::process::CommandExt;

    command.process_group(0);
    let watchdog = WATCHDOG.get();
    #[cfg(target_os = "linux")]
    let parent = rustix::process::getpid();
    let prepare = move || {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Signal, getppid, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have ended before that call.
            if getppid() != Some(parent) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
        }
        // Before it can start others, so that there is no moment in which nobody knows of them.
        if let Some(watchdog) = watchdog {
            watchdog.tell(rustix::process::getpid().as_raw_pid());
        }
        Ok(())
    };
    // SAFETY: between fork and exec the closure makes only system calls that may be made there
    // (prctl, getppid, getpid and write); it neither allocates nor takes a lock, and its error is a
    // plain number.
    unsafe {
        command.pre_exec(prepare);
    }
    let child = command.spawn();
    if child.is_err() {
        group_has_ended();
    }
    child
}

/// The process that kills the engines if this program cannot: only their first processes end with
/// it by themselves, and those may be scripts that have started others. It is told on a pipe the
/// groups of the engines, and what it reads ends when this program does, however that happens. There
/// is one for the whole program, as its processes are the whole program's.
#[cfg(unix)]
static WATCHDOG: std::sync::OnceLock<Watchdog> = std::sync::OnceLock::new();

#[cfg(unix)]
struct Watchdog {
    pipe: io::PipeWriter,
    /// Kept, so that writing does no harm where somebody has killed the watchdog.
    _reader: io::PipeReader,
    _process: Child,
}

/// What the watchdog is told: the number of a group that starts, or this where one has ended.
#[cfg(unix)]
const ENDED: i32 = 0;

#[cfg(unix)]
impl Watchdog {
    /// Writes a number in one piece, as pipes take few bytes. Called between fork and exec, too.
    fn tell(&self, number: i32) {
        // The pipe does not block: a watchdog that does not read any more holds nobody up.
        let _ = rustix::io::write(&self.pipe, &number.to_ne_bytes());
    }
}

/// Tells the watchdog that a group may have nobody in it any more.
#[cfg(unix)]
fn group_has_ended() {
    if let Some(watchdog) = WATCHDOG.get() {
        watchdog.tell(ENDED);
    }
}

/// Starts the watchdog, if there is none yet: `command` is to call [`watch`], and nothing else. No
/// process that [`super::process::Process`] starts from now on, nor what those start in their
/// groups, outlives this program.
///
/// # Errors
///
/// It cannot be started.
#[cfg(unix)]
pub fn start_watchdog(mut command: Command) -> io::Result<()> {
    use rustix::fs::{OFlags, fcntl_setfl};
    use std::os::unix::process::CommandExt;
    use std::process::Stdio;

    let (reader, pipe) = io::pipe()?;
    fcntl_setfl(&pipe, OFlags::NONBLOCK)?;
    // Whoever reads what this program prints is not to wait for the watchdog.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.stdin(reader.try_clone()?).process_group(0);
    let process = command.spawn()?;
    // Were there one already, this one would see the end of its pipe now.
    let _ = WATCHDOG.set(Watchdog {
        pipe,
        _reader: reader,
        _process: process,
    });
    Ok(())
}

/// What the watchdog does: it reads the numbers of groups from standard input, and at its end kills
/// those that are left.
///
/// # Errors
///
/// Signals cannot be handled.
#[cfg(unix)]
pub fn watch() -> io::Result<()> {
    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::io::Read;

    // What ends this program's whole job is to leave the watchdog, so that it does its work last.
    let unheeded = std::sync::Arc::default();
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        signal_hook::flag::register(signal, std::sync::Arc::clone(&unheeded))?;
    }
    let mut groups: Vec<Pid> = Vec::new();
    let mut number = [0; 4];
    let mut input = io::stdin().lock();
    while input.read_exact(&mut number).is_ok() {
        // A number may be given anew as soon as nobody is left in its group.
        groups.retain(|&group| test_kill_process_group(group) != Err(Errno::SRCH));
        groups.extend(Pid::from_raw(i32::from_ne_bytes(number)));
    }
    for group in groups {
        // That nobody is left is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
    Ok(())
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
    group_has_ended();
}

/// Who else may have a lock on the same file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// Nobody.
    Exclusive,
    /// Whoever shares it, too.
    Shared,
}

/// How long a process that was killed may still hold a lock: a child that it was just starting has its
/// files, too, until it notices.
#[cfg(unix)]
const UNLOCKING: Duration = Duration::from_secs(1);

/// Locks a file, until it is closed, for all who ask for a lock on it; `false` if another has it and
/// keeps it for a second. Where the file's system has no locks, everybody gets one.
#[cfg(unix)]
pub fn lock(file: &File, lock: Lock) -> bool {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    let operation = match lock {
        Lock::Exclusive => FlockOperation::NonBlockingLockExclusive,
        Lock::Shared => FlockOperation::NonBlockingLockShared,
    };
    let start = Instant::now();
    while flock(file, operation) == Err(Errno::WOULDBLOCK) {
        if start.elapsed() > UNLOCKING {
            return false;
        }
        thread::sleep(UNLOCKING / 20);
    }
    true
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
///
/// # Errors
///
/// See the other.
#[cfg(not(unix))]
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// There is none: an engine sees the end of its input.
///
/// # Errors
///
/// None.
#[cfg(not(unix))]
pub fn start_watchdog(_: Command) -> io::Result<()> {
    Ok(())
}

/// See the other.
///
/// # Errors
///
/// None.
#[cfg(not(unix))]
pub fn watch() -> io::Result<()> {
    Ok(())
}

/// See the other.
#[cfg(not(unix))]
pub fn kill_group(_: &Child) {}

/// Everybody gets one here.
#[cfg(not(unix))]
pub fn lock(_: &File, _: Lock) -> bool {
    true
}
