import { worker } from "#core/queue/worker.ts";
import { indexReservation } from "#lib/booking/reservations/customer-index.ts";
import { customerWorkers } from "./routes.ts";

export const handler = worker(customerWorkers.indexReservation, indexReservation);
