import { scheduled } from "#core/queue/scheduled.ts";
import { processDueReservations } from "#lib/booking/reservations/notify.ts";
import { reservationWorkers } from "./routes.ts";

export const handler = scheduled(reservationWorkers.processDueReservations, processDueReservations);
