import { sharedSource } from "#core/rows/shared.ts";
import { type Contributions, type ListedRow, type SumSource, sumSource } from "#core/sums/declaration.ts";
import type { Reservation } from "./schema.ts";
import { reservations } from "./table.ts";

export function reservationSumSource(
  contributions: (reservation: Reservation, zone: string) => Contributions,
): SumSource {
  return sumSource(reservations, { deleted: "taken back", contributions });
}

export function sharedReservationRows(rows: (reservation: Reservation) => ListedRow[]) {
  return sharedSource(reservations, rows);
}
