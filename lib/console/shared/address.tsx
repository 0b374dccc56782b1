interface AddressParts {
  name?: string | null;
  company?: string | null;
  street1?: string | null;
  street2?: string | null;
  postal_code?: string | null;
  city?: string | null;
  state?: string | null;
  country?: string | null;
}

export function Address({ of }: { of: AddressParts }) {
  const town = [of.postal_code, of.city, of.state].filter(Boolean).join(" ");
  const lines = [of.name, of.company, of.street1, of.street2, town, of.country].filter(Boolean);
  return (
    <address>
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </address>
  );
}
