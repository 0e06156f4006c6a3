/** Words without meaning of their own, those that questions are put with among them, in languages that no package here has a list for. */
export const SMALL_WORDS: Record<string, readonly string[]> = {
  pl: words(
    "a aby ale albo ani az bo by byc był była było były co czy czym dla do gdy gdyż gdzie go i ich im ja jak jaka jakie jaki jakiej jako je jego jej jest jestem jeśli jeżeli już każdy kiedy kto która które który której których którym ku lub ma mam mamy mi mnie moje moja mój moim mojej mojego mogę może możesz można mu my na nad nam nas nasz nie nim niż no o od on ona one oni oraz pan pani po pod podczas ponieważ przed przez przy są się skąd skoro swoje swój ta tak także tam te tego tej ten też to tu twój tym tylko ty u w we więc wy z za ze że żeby będzie będą został została chcę chciałbym chciałabym proszę powiedz jestescie macie macie mają trzeba muszę potrzebuję da czemu dlaczego ile wam was gdyby jakieś jakiś coś ktoś jeszcze teraz",
  ),
  cs: words(
    "a aby aj ale ani asi az bude budou by byl byla bylo byly byt být ci co což či do dnes ho i já jak jako jaká jaké jaký jakou je jeho jej její jejich jen ještě ji jí jich jim jsem jsi jsme jsou jste k kam kde kdo když kdy ke která které který kterou ku ma má mám máme mají máte me mě mezi mi mít mne mně mnou můj moje můžu mohu můžete můžeme může na nad nám nás náš ne nebo není než o od on ona oni ono pak po pod podle pokud potom pro proč protože před přes při prosím s se si sem ta tak také takže tam te ten tento tím to toho tom tomu tu tuto ty tyto u už v vám vás váš ve více všechny vy z za zda ze že chci chtěl chtěla potřebuji potřebuju musím kolik nějak nějaký něco někdo ještě teď lze",
  ),
  sk: words(
    "a aby aj ak ako aká aké aký ale alebo ani asi až bol bola boli bolo bude budú by byť cez čo či do ho i ich im ja je jeho jej ju k kam kde kto ktorá ktoré ktorý ku ma má mám máme majú máte mi mne môj moje môžem môžete môže na nad nám nás náš nie o od on ona oni ono po pod podľa pokiaľ pre prečo pred pri prosím s sa si so som sme ste sú ta tak tam te ten tento to toho tom tu ty u už v vám vás váš vo viac vy z za že chcem potrebujem musím koľko niečo niekto keď kedy nejaký ešte teraz",
  ),
  uk: words(
    "а або але б би бо був була були було бути в вам вас ваш вже ви від він вона вони воно все всі де для до є ж за з зі і із й його її їх як яка яке який які якої яку якщо коли котра кому мені мене ми мій моя моє мої можна можу може на над нам нас наш не ні нього о об от під по при про та так такий там те ти то того тому тут у це цей ця ці чи чим чому що щоб я скільки хто треба потрібно потрібен хочу будь ласка маю мати має мають ще зараз",
  ),
  he: words(
    "של על את אני אתה את הוא היא אנחנו אתם הם הן זה זאת זו אלה אם או גם כי לא כן יש אין עם בין כל מה מי איך איפה מתי למה מדוע כמה איזה איזו אילו האם אפשר ניתן יכול יכולה צריך צריכה רוצה לי לך לו לה לנו שלי שלך שלו שלה שלנו אל מן כמו רק עוד כבר היה הייתה להיות יהיה אבל כאשר כדי לפני אחרי בבקשה תודה",
  ),
};

function words(list: string): string[] {
  return list.split(" ");
}
