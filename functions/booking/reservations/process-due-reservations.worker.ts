import { due } from "#core/due/worker.ts";
import { dueReservations } from "#lib/booking/reservations/notify.ts";
import { reservationWorkers } from "./routes.ts";

export const handler = due(reservationWorkers.processDueReservations, [dueReservations]);
