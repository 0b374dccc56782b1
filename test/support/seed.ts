import * as fc from "fast-check";

// Property tests use the run's seed.
fc.configureGlobal({ seed: Number(process.env.SEED) });
