import { Text } from "@mantine/core";
import { useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { confirm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action } from "#console/shared/page.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayText } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { t } from "./texts.ts";

type Invitation = Schemas["Invitation"];

export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const may = useMay();
  const { timezone } = useStore();
  const withdraw = useWrite("withdrawInvitation", ["listInvitations"]);
  const withdrawInvitation = async ({ id, email }: Invitation) => {
    const yes = await confirm({
      title: t.withdraw,
      text: t.withdrawText(email),
      yes: t.withdraw,
      danger: true,
    });
    if (yes && (await withdraw.send({ invitationId: id }, undefined))) showToast(t.withdrawn);
  };
  if (invitations.length === 0) return <Text>{t.noInvitations}</Text>;
  return (
    <>
      {withdraw.error !== undefined && <Failure error={withdraw.error} />}
      <DataTable name={t.invitations} headings={[t.email, t.role, t.until, ""]}>
        {invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td>
              <bdi>{invitation.email}</bdi>
            </td>
            <td>{w[invitation.role]}</td>
            <td>{dayText(invitation.expires_at, timezone)}</td>
            <td>
              {may("withdrawInvitation") && (
                <Action danger busy={withdraw.busy} onClick={() => void withdrawInvitation(invitation)}>
                  {t.withdraw}
                </Action>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  );
}
