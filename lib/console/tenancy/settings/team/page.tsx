import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead, useWrite } from "#console/shared/api/hooks.ts";
import type { Schemas } from "#console/shared/api/types.ts";
import { DataTable } from "#console/shared/data-table.tsx";
import { confirm, DialogForm } from "#console/shared/dialog.tsx";
import { Failure } from "#console/shared/failure.tsx";
import { Action, Page as Frame, Region } from "#console/shared/page.tsx";
import { ReadView } from "#console/shared/read-view.tsx";
import { useMay, useStore } from "#console/shared/store.ts";
import { dayText } from "#console/shared/time.ts";
import { showToast } from "#console/shared/toast.tsx";
import { w } from "#console/shared/words.ts";
import { Invitations } from "./invitations.tsx";
import { t } from "./texts.ts";

type Member = Schemas["Member"];
const INVITED_ROLES = ["viewer", "member", "admin"] as const;

export function Page() {
  const may = useMay();
  const [inviting, setInviting] = useState(false);
  const members = useRead("listMembers", {}, { limit: 100 });
  const invitations = useRead("listInvitations", {}, { limit: 100 });
  return (
    <Frame
      title={t.title}
      back={{ to: "settings", name: t.settings }}
      actions={
        may("createInvitation") && (
          <span data-new>
            <Action primary onClick={() => setInviting(true)}>
              {t.invite}
            </Action>
          </span>
        )
      }
    >
      <Region title={t.members}>
        <ReadView of={members}>{({ items }) => <Members members={items} />}</ReadView>
      </Region>
      <Region title={t.invitations}>
        <ReadView of={invitations}>{({ items }) => <Invitations invitations={items} />}</ReadView>
      </Region>
      {inviting && <Invite close={() => setInviting(false)} />}
    </Frame>
  );
}

function Members({ members }: { members: readonly Member[] }) {
  const may = useMay();
  const { timezone, role, accountId } = useStore();
  const [changing, setChanging] = useState<Member>();
  const remove = useWrite("removeMember", ["listMembers"]);
  const removeMember = async ({ account_id, name, email }: Member) => {
    const yes = await confirm({
      title: t.remove,
      text: t.removeText(name || email),
      yes: t.remove,
      danger: true,
    });
    if (yes && (await remove.send({ accountId: account_id }, undefined))) showToast(t.removed);
  };
  // Only an owner may change owners; the API keeps at least one.
  const canChange = (member: Member) =>
    member.account_id !== accountId && (member.role !== "owner" || role === "owner");
  return (
    <>
      {remove.error !== undefined && <Failure error={remove.error} />}
      <DataTable name={t.members} headings={[t.name, t.role, t.joined, ""]}>
        {members.map((member) => (
          <tr key={member.account_id} data-row={member.account_id}>
            <td>
              <bdi className="strong">{member.name || member.email}</bdi>
              {member.name && (
                <div className="quiet">
                  <bdi>{member.email}</bdi>
                </div>
              )}
            </td>
            <td>{w[member.role]}</td>
            <td>{dayText(member.joined_at, timezone)}</td>
            <td>
              {canChange(member) && (
                <div className="page-actions">
                  {may("updateMember") && <Action onClick={() => setChanging(member)}>{t.changeRole}</Action>}
                  {may("updateMember") && may("removeMember") && (
                    <Action danger busy={remove.busy} onClick={() => void removeMember(member)}>
                      {t.remove}
                    </Action>
                  )}
                </div>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {changing && <ChangeRole member={changing} close={() => setChanging(undefined)} />}
    </>
  );
}

function ChangeRole({ member, close }: { member: Member; close: () => void }) {
  const { role: own } = useStore();
  const [role, setRole] = useState<string>(member.role);
  const update = useWrite("updateMember", ["listMembers"]);
  const submit = async () => {
    if (!(await update.send({ accountId: member.account_id }, { role } as never))) return;
    showToast(w.saved);
    close();
  };
  const offered = own === "owner" ? [...INVITED_ROLES, "owner" as const] : INVITED_ROLES;
  return (
    <DialogForm
      title={t.changeRole}
      close={close}
      action={w.save}
      submit={() => void submit()}
      busy={update.busy}
      error={update.error}
    >
      <RoleSelect value={role} set={setRole} of={offered} />
    </DialogForm>
  );
}

function Invite({ close }: { close: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState("member");
  const invite = useWrite("createInvitation", ["listInvitations"]);
  const submit = async () => {
    if (!(await invite.send({}, { email: email.trim(), role }))) return;
    showToast(t.sent);
    close();
  };
  return (
    <DialogForm
      title={t.invite}
      close={close}
      action={t.send}
      submit={() => void submit()}
      busy={invite.busy}
      error={invite.error}
      blocked={!email.trim()}
    >
      <TextInput
        label={t.email}
        type="email"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleSelect value={role} set={setRole} of={INVITED_ROLES} />
    </DialogForm>
  );
}

interface RoleSelectProps {
  value: string;
  set: (role: string) => void;
  of: readonly ("viewer" | "member" | "admin" | "owner")[];
}

function RoleSelect({ value, set, of }: RoleSelectProps) {
  return (
    <NativeSelect
      label={t.role}
      value={value}
      data={of.map((each) => ({ value: each, label: w[each] }))}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
