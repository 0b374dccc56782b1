import { catalogue } from "#console/shared/texts.ts";

export const t = catalogue(
  {
    addStep: "Add step",
    minutes: "Minutes",
    newProvider: "New provider",
    noProviders: "Nobody offers it yet: a service is booked with a provider.",
    pause: "The provider is free meanwhile",
    priceIn: (market: string) => `Price in ${market}`,
    prices: "Prices",
    providers: "Who offers it",
    step: (number: number) => `Duration of step ${number}`,
    time: "Time",
    what: "What it is",
  },
  {
    addStep: "Schritt hinzufügen",
    minutes: "Minuten",
    newProvider: "Neue Mitarbeitende",
    noProviders: "Noch bietet sie niemand an: Eine Leistung wird bei jemandem gebucht.",
    pause: "Dabei ist die Person frei",
    priceIn: (market) => `Preis in ${market}`,
    prices: "Preise",
    providers: "Wer sie anbietet",
    step: (number) => `Dauer von Schritt ${number}`,
    time: "Zeit",
    what: "Was es ist",
  },
);
