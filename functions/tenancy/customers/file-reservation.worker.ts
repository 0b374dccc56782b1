import { worker } from "#core/queue/worker.ts";
import { fileReservation } from "#lib/booking/reservations/file.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.fileReservation, fileReservation);
