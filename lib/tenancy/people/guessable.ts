/**
 * Whether a password is among the first that attackers try. Case, look-alike characters, and digits or
 * punctuation at the ends are ignored: `P@ssw0rd2024!` is `password`.
 */
export function isGuessable(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  if (isMonotonous(lower)) return true;
  const core = lower.replace(/^[^a-z]+/, "");
  const spellings = [lower, core, withoutLeet(lower), withoutLeet(core)].flatMap((spelling) => [
    spelling,
    trimEnds(spelling),
  ]);
  return spellings.some((spelling) => GUESSES.has(spelling) || GUESSES.has(halveRepeated(spelling)));
}

const LOOK_ALIKE: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};

function withoutLeet(text: string): string {
  return trimEnds(text).replace(/[0134578@$!]/g, (character) => LOOK_ALIKE[character] ?? character);
}

function trimEnds(text: string): string {
  return text.replace(/[^a-z]+$/, "");
}

// `qwertyqwerty` is no better than `qwerty`.
function halveRepeated(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

// One or two characters repeated, or a sequence such as 12345678, 87654321 and abcdefgh.
function isMonotonous(text: string): boolean {
  if (new Set(text).size <= 2) return true;
  const steps = [...text]
    .slice(1)
    .map((character, index) => character.charCodeAt(0) - text.charCodeAt(index));
  const up = steps.every((step) => step === 1 || step === -9);
  const down = steps.every((step) => step === -1 || step === 9);
  return up || down;
}

const GUESSES = new Set(
  `password passwort passw passwd motdepasse contrasena contraseña senha parola wachtwoord haslo heslo
  qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdf asdfgh asdfghjkl zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc
  qweasd qweasdzxc qwer asdfqwer zaqwsx wsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 qwe123 123qwe qwerty123 1qazxsw2
  zaq12wsx abc abcd abcdef abc123 a1b2c3 a1b2c3d4 aa123456 123abc 123321 112233 121212 123123 123123123 159753 147258
  147258369 159357 741852963 789456 789456123 987654321 0987654321 1234554321 11223344 12341234 12344321 10203040
  letmein letmeinnow welcome welkom willkommen bienvenue bienvenido iloveyou iloveu ilovehim ilovegod loveyou love lovely
  lovers loveme trustno trustme admin administrator root toor user guest login logon default changeme changeit change
  secret topsecret private access master superman batman spiderman starwars pokemon naruto minecraft fortnite
  football baseball basketball soccer hockey cricket liverpool arsenal chelsea barcelona realmadrid juventus
  monkey dragon shadow sunshine moonlight princess princesa prinzessin flower flowers butterfly rainbow chocolate
  cookie cheese banana orange purple yellow silver golden diamond pepper ginger summer winter spring autumn sommer
  january february march april june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday michael jennifer jessica charlie daniel ashley michelle jordan thomas hunter robert
  george andrew joshua matthew nicole amanda samantha maggie buster killer tigger mustang ferrari porsche mercedes
  corvette harley yamaha honda toyota computer internet samsung iphone android google facebook instagram twitter
  youtube linkedin microsoft windows apple amazon whatever nothing something anything hello hellothere helloworld
  goodbye computer1 freedom liberty peace jesus jesuschrist christ god blessed angel angels heaven forever family
  mother father brother sister friend friends babygirl babyboy baby lovebug sweetheart honey hottie cutie
  playboy pussy fuckyou fuckoff fuckme asshole bitch biteme test testing tester testtest testpass test1234 demo sample
  example temp temporary pass pass1234 passpass passphrase mypassword mypass yourpassword thepassword nopassword
  password1 newpassword oldpassword adminadmin admin123 rootroot useruser companyname company business office
  matrix phoenix falcon eagle eagles tiger lions bears cowboys steelers yankees lakers rangers ranger warrior
  storefront shop shopping store`.split(/\s+/),
);
