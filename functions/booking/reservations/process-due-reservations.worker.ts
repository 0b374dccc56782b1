import { dueWorker } from "#core/due/worker.ts";
import { dueReservations } from "#lib/booking/reservations/notify.ts";
import { reservationWorkers } from "./routes.ts";

export const handler = dueWorker(reservationWorkers.processDueReservations, [dueReservations]);
