import { worker } from "#core/queue/worker.ts";
import { settleReservation } from "#lib/booking/reservations/settle.ts";
import { reservationWorkers } from "./routes.ts";

export const handler = worker(reservationWorkers.settleReservation, settleReservation);
