import { worker } from "#core/queue/worker.ts";
import { settleReservation } from "#lib/booking/reservations/reconcile-payment.ts";
import { reservationWorkers } from "./routes.ts";

export const handler = worker(reservationWorkers.settleReservation, settleReservation);
