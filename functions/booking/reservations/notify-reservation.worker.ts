import { worker } from "#core/queue/worker.ts";
import { notifyReservation } from "#lib/booking/reservations/notify.ts";
import { reservationWorkers } from "./routes.ts";

export const handler = worker(reservationWorkers.notifyReservation, notifyReservation);
