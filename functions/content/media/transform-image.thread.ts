import { answerJobs } from "#lib/content/media/picture-jobs.ts";

answerJobs(process);
