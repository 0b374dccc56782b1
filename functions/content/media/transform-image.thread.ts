import { runPictureJobs } from "#lib/content/media/picture-jobs.ts";

runPictureJobs(process);
