import * as fc from "fast-check";

// What is drawn is drawn by the seed of the run.
fc.configureGlobal({ seed: Number(process.env.SEED) });
