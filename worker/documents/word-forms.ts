// Long: lists of words, each language beside the next.
import { fold } from "./fold.ts";
import { stem } from "./languages.ts";

/** Forms of a word that no stemmer joins, one word a line: who asks "what was sent" is answered by a page on sending. */
const FORMS: Record<string, string> = {
  en: `
send sent
buy bought
sell sold
pay paid
lose lost
forget forgot forgotten
break broke broken
choose chose chosen choice
steal stole stolen
write wrote written
give gave given
take took taken
get got gotten
make made
find found
leave left
keep kept
hold held
build built
spend spent
lend lent
bring brought
catch caught
teach taught
think thought
come came
become became
begin began begun
run ran
see saw seen
know knew known
grow grew grown
show shown
draw drew drawn
throw threw thrown
fly flew flown flight
drive drove driven
ride rode ridden
rise rose risen
speak spoke spoken
wake woke woken
wear wore worn
tear tore torn
freeze froze frozen
hide hid hidden
bite bit bitten
eat ate eaten
fall fell fallen
feel felt
meet met
sleep slept
sit sat
stand stood
understand understood
win won
hear heard
mean meant
say said
tell told
withdraw withdrew withdrawn
shake shook shaken
sink sank sunk
swim swam swum
drink drank drunk
sing sang sung
shrink shrank shrunk
bind bound
wind wound
stick stuck
dig dug
hang hung
light lit
feed fed
lead led
bend bent
burn burnt
learn learnt
do did done
die died dead death
child children
person people
man men
woman women
foot feet
knife knives
life lives
analysis analyses
tooth teeth
mouse mice`,
  de: `
geben gibt gebe gab gegeben
nehmen nimmt nehme nahm genommen
sehen sieht sehe sah gesehen
lesen liest lese las gelesen
essen isst esse aß gegessen
messen misst maß gemessen
vergessen vergisst vergaß
verlieren verliere verlor verloren
schreiben schreibe schrieb geschrieben
bekommen bekomme bekam
finden finde fand gefunden
gehen gehe ging gegangen
kommen komme kam gekommen
bringen bringe brachte gebracht
schließen schließe schloss geschlossen
ziehen ziehe zog gezogen
laufen läuft laufe lief gelaufen
fahren fährt fahre fuhr gefahren
tragen trägt trage trug getragen
fangen fängt fange fing gefangen
laden lädt lade lud geladen
helfen hilft helfe half geholfen
sprechen spricht spreche sprach gesprochen
treffen trifft traf getroffen
werfen wirft warf geworfen
brechen bricht breche brach gebrochen
stehlen stiehlt stahl gestohlen
sterben stirbt starb gestorben
halten hält halte hielt gehalten
lassen lässt lasse ließ gelassen
schlafen schläft schlief geschlafen
trinken trinke trank getrunken
schneiden schneide schnitt geschnitten
leihen leihe lieh geliehen
rufen rufe rief gerufen
verbinden verbinde verband verbunden
beginnen beginne begann begonnen
verbieten verbietet verbot verboten
schieben schiebe schob geschoben
entscheiden entschied entschieden
bleiben bleibe blieb geblieben
reißen reiße riss gerissen
weisen weise wies gewiesen
scheinen schien geschienen
steigen steige stieg gestiegen
stehen stehe stand gestanden
sitzen sitze saß gesessen
liegen liege lag gelegen
springen springe sprang gesprungen
tun tue tat getan
wiegen wog gewogen
bieten biete bot geboten
biegen bog gebogen
fliegen flog geflogen
frieren fror gefroren
heben hebe hob gehoben
treten tritt trete trat getreten
waschen wäscht wusch gewaschen
wachsen wächst wuchs gewachsen
greifen greife griff gegriffen
streichen streiche strich gestrichen
gießen goss gegossen
schlagen schlägt schlug geschlagen
hängen hängt hing gehangen`,
  es: `
devolver devuelvo devuelve devuelven devuelto
volver vuelvo vuelve vuelto
encontrar encuentro encuentra encuentran
perder pierdo pierde perdido
cerrar cierro cierra cerrado
probar pruebo prueba probado
costar cuesta cuestan coste
empezar empiezo empieza
comenzar comienzo comienza
mostrar muestro muestra muestran
pedir pido pide piden pedido
servir sirvo sirve sirven
seguir sigo sigue siguen
elegir elijo elige eligen
conseguir consigo consigue
recordar recuerdo recuerda
mover muevo mueve mueven
entender entiendo entiende
encender enciendo enciende encendido
dormir duermo duerme
morir muere muerto
jugar juego juega
sentir siento siente
contar cuento
acordar acuerdo acuerda
despertar despierto despierta
calentar caliento calienta
medir mido mide
repetir repito repite repiten
vestir visto viste
romper rompe rompió roto
escribir escribo escrito
abrir abro abre abren abierto
imprimir imprimo impreso
cubrir cubre cubierto
resolver resuelvo resuelve resuelto
caer caigo cae cayó
traer traigo trae trajo
salir salgo sale
venir vengo viene vino
oír oigo oye
leer leo leyó
hacer hago hace hecho
decir digo dice dicho
poner pongo pone puesto
ver veo visto`,
};

/**
 * Endings that no stemmer joins: stemmers know them with accents, which a folded word has not ("devolución" and `devoluciones`),
 * or know one country's spelling. Which of these words exist the searched index knows.
 */
const ENDINGS: Record<string, readonly (readonly [ending: RegExp, instead: string])[]> = {
  en: [
    [/(?<=\p{L}{3})our(?=s?$|ed$|ing$|ite)/u, "or"],
    [/(?<=\p{L}{3})or(?=s?$|ed$|ing$|ite)/u, "our"],
    [/(?<=\p{L}{3})is(?=e[ds]?$|ing$|ations?$)/u, "iz"],
    [/(?<=\p{L}{3})iz(?=e[ds]?$|ing$|ations?$)/u, "is"],
    [/(?<=\p{L}{2}[bt])re(?=s?$)/u, "er"],
    [/(?<=\p{L}{2}[bt])er(?=s?$)/u, "re"],
    [/(?<=\p{L}{2}en)ce(?=[ds]?$)/u, "se"],
    [/(?<=\p{L}{2}en)se(?=[ds]?$)/u, "ce"],
    [/(?<=\p{L}{3}og)ue(?=s?$)/u, ""],
    [/(?<=\p{L}{3}og)(?=s?$)/u, "ue"],
  ],
  de: [
    [/(?<=\p{L}{2}e[lr])n$/u, "ung"],
    [/(?<=\p{L}{2}e[lr])t(en?)?$/u, "n"],
    [/(?<=\p{L}{2}e[lr])t(en?)?$/u, "ung"],
    [/(?<=\p{L}{2}e[lr])ung(en)?$/u, "n"],
    [/(?<=\p{L}{2}ier)(t(e[nmrs]?)?|ung(en)?)$/u, "en"],
    [/(?<=\p{L}{2}ier)(en|t(e[nmrs]?)?)$/u, "ung"],
  ],
  fr: [[/(?<=\p{L}{2})ees?$/u, "er"]],
  es: [
    [/(?<=\p{L}[cs]ion)$/u, "es"],
    [/(?<=\p{L}[cs]ion)es$/u, ""],
    // As a shop is asked: "aceptáis", "vendéis", "abrís".
    [/(?<=\p{L}{2}[ae])is$/u, "r"],
    [/(?<=\p{L}{2}i)s$/u, "r"],
  ],
  pt: [
    [/(?<=\p{L}{2})ao$/u, "oes"],
    [/(?<=\p{L}{2})oes$/u, "ao"],
    [/(?<=\p{L}{2}[aeo])l$/u, "is"],
    [/(?<=\p{L}{2}[aeo])is$/u, "l"],
  ],
};

/** What stands before a German verb, and in a main clause at its end: "Wie melde ich mich wieder ab?" */
const SEPARABLE =
  "zurück hinunter hinauf heraus herein herunter hinein hinaus hervor wieder weiter zusammen fort fest frei weg aus auf ab an bei ein her hin los mit nach vor zu um durch unter über";
const PARTICLES = new Set(SEPARABLE.split(" ").map(fold));
/** Words within which a verb's particle stands behind it, and how many of these words are tried: the particle is the last one. */
const CLAUSE = 12;
const TRIED = 2;
const PREFIXES = [...PARTICLES, ..."ver be ent er zer".split(" ")];

const made = new Map<string, ReadonlyMap<string, readonly string[]>>();

function formsIn(language: string): ReadonlyMap<string, readonly string[]> {
  const known = made.get(language);
  if (known) return known;
  const forms = new Map<string, string[]>();
  for (const line of (FORMS[language] ?? "").split("\n")) {
    const all = line.split(" ").filter(Boolean).map(fold);
    for (const form of all) forms.set(form, [...(forms.get(form) ?? []), ...all.filter((other) => other !== form)]);
  }
  made.set(language, forms);
  return forms;
}

/** As a shop is asked: "nehmt ihr", "wann öffnet ihr". */
const ASKED = /(?<=\p{L}{3})e?t$/u;

/** What a German word may be beside those of the list: `gespeichert` of `speichern`, `anzumelden` and `abgebrochen` with their prefixes. */
function germanForms(word: string, known: ReadonlyMap<string, readonly string[]>): string[] {
  return ["", ...PREFIXES].flatMap((prefix) => {
    if (!word.startsWith(prefix)) return [];
    const rest = word.slice(prefix.length);
    const [, participle] = /^ge(\p{L}{3,})t$/u.exec(rest) ?? [];
    const [, infinitive] = prefix === "" ? [] : (/^zu(\p{L}{3,}n)$/u.exec(rest) ?? []);
    const listed = prefix === "" ? [] : (known.get(rest) ?? []);
    return [
      ...listed,
      ...(participle ? [`${participle}${/e[lr]$/.test(participle) ? "n" : "en"}`] : []),
      ...(infinitive ? [infinitive] : []),
      ...(prefix === "" && ASKED.test(rest) ? [rest.replace(ASKED, "en")] : []),
    ].map((form) => prefix + form);
  });
}

function otherForms(word: string, language: string): string[] {
  const known = formsIn(language);
  const listed = [...(known.get(word) ?? []), ...(language === "de" ? germanForms(word, known) : [])];
  const endings = ENDINGS[language] ?? [];
  const other = (form: string) =>
    endings.flatMap(([ending, instead]) => (ending.test(form) ? [form.replace(ending, instead)] : []));
  return [...listed, ...[word, ...listed].flatMap(other)];
}

/** Verbs that a German word may be with a particle that stands behind it; the searched index knows which of them exist. */
function withParticles(word: string, behind: readonly string[]): string[] {
  if (PARTICLES.has(word) || !/^\p{L}{3,}$/u.test(word)) return [];
  const forms = [word, ...otherForms(word, "de")];
  const particles = behind.slice(0, CLAUSE).filter((other) => PARTICLES.has(other));
  return particles.slice(-TRIED).flatMap((particle) => forms.map((form) => particle + form));
}

/**
 * Stems of what a word of a question also is: its other forms, and the verb that it makes with a word further on.
 * @param words all of the question's, folded, in their order @param at its place
 */
export function formsOf(words: readonly string[], at: number, language: string): string[] {
  const word = words[at] ?? "";
  const verbs = language === "de" ? withParticles(word, words.slice(at + 1)) : [];
  return [...new Set([...otherForms(word, language), ...verbs].map((form) => stem(form, language)))];
}
