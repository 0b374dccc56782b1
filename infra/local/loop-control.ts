/** Controls a loop that works in the background. */
interface LoopControl {
  readonly stopped: boolean;
  readonly paused: boolean;
  /** Pauses may overlap: the loop runs again when each was followed by a `resume`. */
  pause(): void;
  resume(): void;
  stop(): void;
  /** Ends the current wait, or the next one. */
  wake(): void;
  /** Waits for some milliseconds, or until `wake` is called. */
  wait(milliseconds: number): Promise<void>;
  /** Waits while paused; resolves to false when stopped. */
  canRun(): Promise<boolean>;
}

export function makeLoopControl(): LoopControl {
  let pauses = 0;
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
      return pauses > 0;
    },
    wake,
    wait,
    pause: () => {
      pauses += 1;
    },
    resume: () => {
      pauses = Math.max(0, pauses - 1);
      wake();
    },
    stop: () => {
      stopped = true;
      wake();
    },
    canRun: async () => {
      while (pauses > 0 && !stopped) await wait(1000);
      return !stopped;
    },
  };
}
