import { answerJobs } from "#lib/content/media/darkroom-process.ts";

answerJobs(process);
