/** Lets a loop be paused, woken from a wait, and stopped. */
interface Gate {
  readonly stopped: boolean;
  readonly paused: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Ends a wait that is under way, or the next one. */
  wake(): void;
  /** Waits so many milliseconds, or until woken. */
  wait(milliseconds: number): Promise<void>;
  /** Waits while paused; false when stopped. */
  open(): Promise<boolean>;
}

export function makeLoopControl(): Gate {
  let paused = false;
  let stopped = false;
  let woken = false;
  let end: (() => void) | undefined;
  const wake = () => {
    woken = true;
    end?.();
  };
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        woken = false;
        end = undefined;
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      end = done;
      if (woken) done();
    });
  return {
    get stopped() {
      return stopped;
    },
    get paused() {
      return paused;
    },
    wake,
    wait,
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      wake();
    },
    stop: () => {
      stopped = true;
      wake();
    },
    open: async () => {
      while (paused && !stopped) await wait(1000);
      return !stopped;
    },
  };
}
