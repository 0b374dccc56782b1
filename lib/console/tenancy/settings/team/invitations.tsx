import { Text } from "@mantine/core";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Act } from "#console/shared/page.tsx";
import { tell } from "#console/shared/status.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { Sheet } from "#console/shared/table.tsx";
import { day } from "#console/shared/time.ts";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

type Invitation = Schemas["Invitation"];

/** The open invitations. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const may = useMay();
  const { timezone } = useStore();
  const withdraw = useWrite("withdrawInvitation", ["listInvitations"]);
  const act = async ({ id, email }: Invitation) => {
    const yes = await confirm({
      title: t.withdraw,
      text: t.withdrawText(email),
      yes: t.withdraw,
      danger: true,
    });
    if (yes && (await withdraw.send({ invitationId: id }, undefined))) tell(t.withdrawn);
  };
  if (invitations.length === 0) return <Text>{t.noInvitations}</Text>;
  return (
    <>
      {withdraw.error !== undefined && <Failure error={withdraw.error} />}
      <Sheet name={t.invitations} heads={[t.email, t.role, t.until, ""]}>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td>
              <bdi>{invitation.email}</bdi>
            </td>
            <td>{w[invitation.role]}</td>
            <td>{day(invitation.expires_at, timezone)}</td>
            <td>
              {may("withdrawInvitation") && (
                <Act danger busy={withdraw.busy} act={() => void act(invitation)}>
                  {t.withdraw}
                </Act>
              )}
            </td>
          </tr>
        ))}
      </Sheet>
    </>
  );
}
