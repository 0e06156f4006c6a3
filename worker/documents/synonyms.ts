// Long: one list of words, each language beside the next.
import { fold } from "./fold.ts";
import { stem, stopWords } from "./languages.ts";

/**
 * Words of visitors beside the words of sites: what a site calls a refund, its visitors call their money back. One group a
 * line; `_` joins the words of a phrase, which only a question is searched for. Searched with less weight than the words
 * that were said (`worker/knowledge/rank.ts`). General words of shops, accounts, visits and devices only: a list for one
 * site would be that site's own.
 */
const GROUPS: Record<string, string> = {
  en: `
parcel package delivery shipment order
shipping delivery deliver dispatch send ship postage
arrive arrival delivery receive received
refund money_back reimburse reimbursement return
return send_back give_back exchange
invoice bill receipt
price cost fee charge rate pricing expensive cheap how_much
pay payment checkout
card credit_card debit_card
buy purchase order
discount coupon voucher promo promotion code offer
vat tax taxes
cancel cancellation stop terminate end_my
subscription plan membership
trial free
delete remove erase close get_rid_of uninstall
password passcode credentials
login log_in sign_in signin sign_on
logout log_out sign_out
register registration sign_up signup create_an_account join
account profile
email mail e_mail
phone telephone mobile call
contact support help reach get_in_touch
hours opening open closed close
address location directions where_are_you find_you
wifi wi_fi wireless network
internet connection online offline network
broken defective damaged faulty not_working doesnt_work
error failure problem issue trouble fails failed
fix repair troubleshoot solve resolve
slow performance speed takes_forever faster
crash freeze unresponsive hang stuck
install installation setup set_up
update upgrade newer latest
download export save
upload import
change edit modify update switch
settings preferences configuration options configure
enable activate turn_on switch_on
disable deactivate turn_off switch_off
start begin getting_started launch
picture image photo photograph
movie video film clip
language translation translate languages
size small big large dimensions
colour color
child children kid kids minor minors
student pupil school education
teacher educator
employee staff worker colleague
holiday vacation leave time_off
salary wage pay compensation
sick illness medical
job career position vacancy hiring apply
insurance cover coverage
warranty guarantee
safe secure security safety
privacy data personal_data gdpr
fake counterfeit genuine authentic original
lost missing stolen
wait waiting time duration long how_long
date deadline due
limit maximum most quota
minimum least
compare difference versus differ
computer pc laptop desktop
battery charge power
screen display monitor
file document
folder directory
delete_account close_account
two_factor 2fa two_step mfa authenticator verification
newsletter marketing mailing unsubscribe
voucher gift_card giftcard
reserve reservation book booking
ticket admission entry entrance
park parking car_park
wheelchair accessible accessibility disabled
pet pets dog dogs animal animals
vegan vegetarian meatless
allergy allergen allergic gluten
food eat meal menu restaurant
quote quotation estimate
stock availability available out_of_stock sold_out
track tracking where_is
country countries international abroad worldwide overseas
business company organization enterprise
team group workspace members
permission permissions access rights role roles
backup restore recover recovery
test exam quiz
certificate certification
donate donation give_money
licence license
laptop notebook
program app application software
undo revert rollback roll_back
boot startup start_up starting
memory ram
disk drive storage
remote far_away from_home
copy transfer
iphone ios apple
smartphone phone android
speakers sound audio volume
add new suggest propose
behave behaviour behavior conduct rules guidelines
old outdated older version
company firm business vendor
boss manager owner supervisor administrator admin
son daughter child minor
parent mother father guardian
friend colleague someone_else
die died death deceased dead passed_away
hole vulnerability flaw weakness bug
hack hacker attack exploit breach
virus malware
spam junk unwanted
fraud scam phishing deceive
pretend impersonate impersonation
insult harass harassment bullying abuse abusive
stolen theft steal
copy copied plagiarism copyright infringement
lawsuit sue legal court
police law_enforcement authorities
rule rules policy terms conditions
complain complaint appeal dispute objection
suspend suspended banned blocked disabled locked
quit leave cancel end
firm company organisation organization
cv resume application
gift present
shirt merchandise logo
hot heat temperature cold warm
volt volts voltage power
lamp light led bulb
dark off black
letters font text
bigger larger enlarge size
symbols characters
wipe erase delete reset clear format
jitter shake unstable
rid remove uninstall delete
shop store
mend repair fix
gadget device hardware
link url address
browser chrome firefox safari
window tab
button click press
list table
sell selling sale
rent hire lease
borrow lend loan
night overnight
morning breakfast
room accommodation
toilet restroom bathroom
lift elevator
stairs steps
bus train tram subway transport
doctor physician medical clinic
medicine drug prescription
pregnant pregnancy maternity
wedding marriage
birthday age old
money cash
bank transfer account
loan credit mortgage
rise increase raise
drop decrease lower reduce
rubbish waste trash garbage recycling
loud noise noisy quiet
smoke smoking
swim pool
bike bicycle cycling
car vehicle
shoes clothes clothing
wrong incorrect mistake
quick fast instant
empty blank
full complete
measure measurement reading data
record recording capture
sign signature signing
prove proof verify evidence
hide hidden invisible
show display appear visible
next following
choose select pick
allowed permitted forbidden prohibited
need require required requirement
basket cart trolley
product products item items article goods merchandise
brand brands manufacturer maker
buyer buyers customer customers shopper client
seller vendor merchant supplier
spreadsheet excel csv
collect pickup pick_up
hand_over transfer
robot robots bot bots crawler
avatar profile_picture
front_page home_page homepage start_page
header top
footer bottom
slider carousel slideshow
vote poll survey
comment comments review reviews rating feedback
earn earnings payout payouts income revenue
followers subscribers audience
figures numbers statistics stats metrics analytics
visitor visitors reader readers traffic
measure track count
label tag tags
outside external
chart graph diagram
start_over reset
attach attachment
language translation localize localization multilingual in_english to_english into_english in_german to_german into_german in_french to_french into_french in_spanish to_spanish into_spanish in_italian to_italian into_italian in_portuguese to_portuguese into_portuguese in_dutch to_dutch into_dutch in_polish to_polish into_polish in_russian to_russian into_russian in_turkish to_turkish into_turkish in_arabic to_arabic into_arabic in_chinese to_chinese into_chinese

cancel call_off
reschedule postpone put_off move_back change_the_date another_date another_day
reassign transfer assign hand_over hand_off pass_on
remove take_down take_off kick_out throw_out
complete submit fill_in fill_out
return bring_back take_back
repay refund pay_back paid_back
recharge credit balance top_up
expire expired expiry expiration run_out ran_out
failure outage broke_down break_down goes_down went_down
migrate migration switch_over move_over switch_from
approve approval confirm confirmation sign_off
connect pair plug_in hook_up link_up
dispose disposal recycling throw_away get_rid
enlarge zoom blow_up
storage space free_up
attend participate participation take_part turn_up show_up
absence absent unavailable vacation away day_off days_off off_work out_of_office
weekend saturday sunday
shortcut shortcuts hotkey hotkeys keyboard key
mobile app phone tablet smartphone
offline without_internet no_internet no_signal
duplicate duplicates twice double
conflict overlap clash
`,
  de: `
passwort kennwort zugangsdaten
anmelden einloggen login anmeldung
abmelden ausloggen logout
registrieren registrierung konto_anlegen anmelden
konto account benutzerkonto profil
benutzer nutzer anwender user
lieferung versand zustellung liefern verschicken paket sendung bestellung
versandkosten lieferkosten porto
rückgabe rücksendung retoure zurückgeben zurückschicken umtausch widerruf
erstattung rückerstattung geld_zurück
rechnung beleg quittung
preis kosten gebühr kostet tarif
bezahlen zahlung zahlungsart zahlen
gutschein rabatt code
kaufen bestellen erwerben
kündigen kündigung beenden
löschen entfernen wegmachen wegkriegen wegbekommen loskriegen rausnehmen rausmachen rauslöschen rausschmeißen
hinzufügen einfügen reinmachen reintun reinsetzen reinholen reinkriegen
aktivieren einschalten anschalten anmachen anstellen
deaktivieren ausschalten abschalten ausmachen abstellen
öffnen aufmachen aufkriegen
schließen zumachen
herausfinden rausfinden rauskriegen
zusammenfassen zusammenführen zusammenlegen verbinden vereinen kombinieren
doppelt zweimal mehrfach duplikat dublette
ändern bearbeiten anpassen umstellen
hinzufügen anlegen erstellen einfügen neu eintragen
foto bild grafik porträt
datei dokument pdf
ordner verzeichnis
termin veranstaltung ereignis kalender
nachricht meldung mitteilung news neuigkeit
newsletter rundbrief rundschreiben
formular kontaktformular
tabelle liste csv
suche suchen finden
sprache übersetzung mehrsprachig
recht rechte berechtigung schreibrechte erlaubnis zugriff rolle
gruppe team
freigeben veröffentlichen publizieren
einstellung einstellungen konfiguration einstellen konfigurieren einrichten
installieren installation
fehler problem störung fehlermeldung
hilfe support kontakt
telefon anrufen nummer
adresse anschrift ort anfahrt wo_seid_ihr wo_sind_sie
öffnungszeiten geöffnet offen uhrzeit wann_habt wann_auf wann_zu bis_wann ab_wann habt_ihr_auf
urlaub ferien abwesenheit
krank krankheit krankmeldung
gehalt lohn vergütung
arbeitszeit stunden zeiterfassung
mitarbeiter angestellte beschäftigte kollege
bewerbung stelle job bewerben
kind kinder minderjährige
schüler schule unterricht
lehrer lehrkraft
verein mitglied mitgliedschaft
beitrag mitgliedsbeitrag
spende spenden
termin frist
datenschutz daten privatsphäre
versicherung schutz
unfall verletzung notfall
reise dienstreise fahrt
auto fahrzeug parken parkplatz
rollstuhl barrierefrei barrierefreiheit
haustier hund tier
defekt kaputt beschädigt
reparieren reparatur
garantie gewährleistung
menü navigation
schrift text textgröße
reihenfolge sortierung sortieren
größe verkleinern skalieren groß klein
schicken senden verschicken absenden
mail email
firma unternehmen betrieb organisation
chef leitung vorgesetzte inhaber verantwortliche
kunde kundin mitglied benutzer
kollege kollegin mitarbeiter mitarbeiterin angestellte
rechner computer pc laptop gerät
programm software anwendung app
homepage webseite website internetseite internetauftritt
internet online netz netzwerk verbindung
drucker drucken ausdruck
bon beleg quittung
karte ausweis kundenkarte
abstürzen absturz startet_nicht fehler
starten öffnen beginnen
schließen beenden
sichern sicherung backup datensicherung wiederherstellen
schützen sperren passwort schutz
verlängern verlängerung länger behalten
zurücklegen reservieren reservierung vormerken
ausleihen leihen ausleihe verleih
zurückbringen zurückgeben rückgabe zurücknehmen
spät verspätet verspätung überfällig mahnung
mahnung mahnen erinnerung zahlungserinnerung
strafe gebühr mahngebühr
mitgliedschaft abo abonnement beitrag jahresbeitrag
geschenkgutschein gutschein guthaben
kassieren kasse bar
konto bankverbindung iban
rabatt ermäßigung vergünstigung nachlass
weihnachten feiertag feiertage ferien
geschlossen zu schliessen schließen
samstag wochenende
kündigen kündigung austritt austreten verlassen
fernzugriff fernwartung teamviewer
hilft hilfe support unterstützung
mindestens mindestanforderung anforderung voraussetzung
brauchen benötigen nötig erforderlich
ausprobieren probieren testen üben übung
herunterladen download laden
hochladen upload laden
auto pkw wagen
fahrrad rad velo
bahn zug bus haltestelle
wohnung miete mieten vermieten
zimmer übernachtung unterkunft
frühstück essen mahlzeit
vegetarisch vegan fleischlos
arzt praxis medizin
rezept medikament arznei
schwanger schwangerschaft mutterschutz
heirat hochzeit eheschließung
tod gestorben verstorben sterbefall
geburt baby neugeboren
umzug umziehen umgezogen ummelden
ausweis pass personalausweis
führerschein fahrerlaubnis
steuer steuern finanzamt
müll abfall entsorgung entsorgen recycling
sperrmüll abholung
lärm ruhe laut
rauchen raucher
beschwerde beschweren reklamation
dieb diebstahl gestohlen verloren
fundbüro gefunden
betrug gefälscht fälschung
gültig ablauf abgelaufen verfallen
warten wartezeit dauer dauert lange
schnell sofort eilig express
ausland international länder
geld_zurück rückzahlung erstattung
ware artikel produkt
lager lieferbar verfügbar verfügbarkeit vorrätig
weg ausgeliehen verfügbar
hinzufügen ergänzen aufnehmen
bild fotos abbildung
einladen einladung
teilen freigabe
bildschirm monitor anzeige
leer weiß
falsch fehlerhaft
verstecken ausblenden
anzeigen einblenden darstellen
auswerten auswertung statistik bericht
jährlich jahr pro_jahr
kind enkel sohn tochter
eltern mutter vater
chat nachricht
zoll einfuhr
warenkorb einkaufswagen
vorlage vorlagen template
aufklappen ausklappen akkordeon
loswerden deinstallieren entfernen löschen
startseite homepage
eingeloggt angemeldet einloggen anmelden
knopf schaltfläche button
fußzeile footer
kopfzeile header
überschrift titel
besitzer eigentümer inhaber
neustart neu_starten
ausschalten herunterfahren abschalten
bildschirmfoto screenshot
laden geschäft shop
umziehen umzug migration
sprache übersetzung mehrsprachig spracheinstellung auf_englisch in_englisch auf_deutsch in_deutsch auf_französisch in_französisch auf_spanisch in_spanisch auf_italienisch in_italienisch auf_portugiesisch in_portugiesisch auf_niederländisch in_niederländisch auf_polnisch in_polnisch auf_russisch in_russisch auf_türkisch in_türkisch auf_arabisch in_arabisch auf_chinesisch in_chinesisch auf_englische in_englische auf_deutsche in_deutsche

fundbüro fundsachen fundstück verloren verlieren liegen_gelassen liegen_lassen liegengelassen
perso ausweis personalausweis lichtbildausweis ausweisdokument
konto account profil benutzerkonto nutzerkonto kundenkonto
tastenkürzel tastenkombination shortcut shortcuts tastatur taste
schlagwort stichwort hashtag tag kategorie
smiley emoji emojis symbol
icon symbol schaltfläche
abstimmung umfrage abstimmen voting
handy smartphone mobiltelefon telefon mobil iphone android
tablet ipad
stick dongle stecker
speicherplatz speicher datenvolumen datenmenge
lohnzettel gehaltszettel lohnabrechnung gehaltsabrechnung verdienstnachweis
kunde klient mandant auftraggeber
chatbot assistent ki bot
anhängen hochladen einfügen anhang beifügen
geheim privat vertraulich verschlüsselt
blind sehbehindert sehbehinderung sehschwäche barrierefrei
gehörlos taub hörbehindert hörgerät
starten erstellen anlegen beginnen
zurückspielen wiederherstellen rücksichern
falsch verschieben korrigieren ändern
abschließen freigeben fertigstellen beenden
absagen stornieren storno stornierung
verschieben verlegen umbuchen umbuchung
anmelden buchen buchung teilnehmen teilnahme
übersicht überblick dashboard
update aktualisierung aktualisieren version
neuer_computer neuer_rechner neuer_pc umzug übertragen rechnertausch
passiert_nichts reagiert_nicht hängt fehler absturz
wegschmeißen wegwerfen entsorgen entsorgung
mitnehmen mitbringen mitführen
kinderwagen buggy barrierefrei
toilette wc klo
kneipe restaurant gaststätte café essen
sprit tanken tankstelle laden ladesäule
strom ladestation steckdose
geldautomat bargeld bankautomat
ec_karte girocard kartenzahlung karte
späti kiosk laden
opa_oma senioren rentner
rentner senioren ermäßigung
student studenten studierende ermäßigung
azubi auszubildende ausbildung lehrling
praktikum praktikant schnupperlehre
ferienjob aushilfe minijob nebenjob
`,
  es: `
contraseña clave
iniciar_sesión entrar acceder login acceso
registrarse registro crear_cuenta inscripción inscribirse
cuenta perfil
envío entrega enviar pedido paquete
devolución devolver reembolso dinero_de_vuelta
factura recibo
precio coste costo tarifa cuesta
pagar pago
comprar compra pedido
descuento cupón promoción
cancelar cancelación baja anular
borrar eliminar quitar
cambiar modificar editar actualizar
añadir agregar crear nuevo
foto imagen
archivo fichero documento
carpeta directorio
instalar instalación
configurar configuración ajustes
error problema fallo fallos
ayuda soporte contacto
teléfono llamar número
dirección ubicación lugar dónde_estáis
horario abierto abrir hora
vacaciones permiso ausencia
enfermo enfermedad baja
sueldo salario nómina
empleado trabajador empleada personal
trabajo empleo puesto
niño niños hijo menor
alumno estudiante escuela
profesor docente maestro
lento rendimiento velocidad
probar prueba test
ordenador computadora
pantalla monitor
seguro seguridad
privacidad datos
idioma traducción
tamaño grande pequeño
guardar almacenar
entrada billete ticket
aparcar aparcamiento parking estacionar
mascota perro animal
garantía
reparar reparación arreglar
seguro póliza cobertura
viaje viajar desplazamiento
empresa compañía negocio organización
jefe responsable propietario administrador
cliente comprador usuario
carrito carro cesta
tienda comercio almacén
producto artículo mercancía
compañero colega empleado
foto fotos imágenes imagen
página web sitio
caído inaccesible indisponible
caducado caducidad vencido expirado expiración
certificado ssl tls
seguro https cifrado
copia_de_seguridad respaldo backup instantánea copia
restaurar recuperar revertir volver
antiguo anterior viejo
parada detiene detener bloqueado atascado
falla fallo error
país países extranjero internacional
visitas tráfico
bloquear bloqueo impedir
malicioso malintencionado ataque
verificación autenticación doble_factor dos_pasos
avisos notificaciones correos aviso
correo email electrónico
recibir llegar llega
mostrar ver aparece visualizar sale
protección rgpd privacidad
combinar juntar
repetido duplicado doble dos_veces
desbloquear desproteger
descuento descuentos cupones rebaja oferta
fiestas navidad temporada black_friday
despacio lento rendimiento
rápido velocidad inmediato
dinero reembolso
gratis gratuito
suscripción abono plan
socio miembro afiliado
inscribirse matrícula matricularse
cita reserva reservar turno
retraso tarde demora
multa sanción recargo
prestado préstamo prestar
cerrado cierre festivo
sábado fin_de_semana
llegar transporte autobús tren metro
coche vehículo automóvil
bicicleta bici
habitación alojamiento dormir
desayuno comida comer menú
vegetariano vegano
médico doctor consulta
receta medicamento
embarazada embarazo maternidad
boda matrimonio
muerte fallecido fallecimiento
nacimiento bebé
mudanza domicilio
pasaporte documento identidad dni
impuesto impuestos iva
basura residuos reciclaje
ruido
fumar tabaco
queja reclamación reclamar
robo robado perdido
fraude estafa falso
espera plazo tiempo tarda
agotado disponible existencias
roto dañado defectuoso averiado
descargar descarga
subir cargar
desactivar deshabilitar apagar
activar habilitar encender
olvidado olvidé restablecer
administrador admin
permiso permisos acceso
compartir
imprimir impresora
buscar búsqueda
lista listado
silla_de_ruedas accesible accesibilidad discapacidad
hijo hija menor
padre madre padres
amigo conocido
cortafuegos firewall
enrutador router
móvil teléfono celular smartphone
publicidad anuncios
rastrear rastreador seguimiento
sincronizar sincronización
anónimo anonimato privacidad
plantilla plantillas
reiniciar reinicio
apagar apagado
llamada videollamada voz
casa hogar
botón clic
gráfico estadística informe
idioma traducción traducir multilingüe en_inglés al_inglés a_inglés en_alemán al_alemán a_alemán en_francés al_francés a_francés en_español al_español a_español en_italiano al_italiano a_italiano en_portugués al_portugués a_portugués en_neerlandés al_neerlandés a_neerlandés en_polaco al_polaco a_polaco en_ruso al_ruso a_ruso en_turco al_turco a_turco en_árabe al_árabe a_árabe en_chino al_chino a_chino en_catalán al_catalán a_catalán
`,
  fr: `
mot_de_passe identifiants
connexion connecter se_connecter login
inscription inscrire créer_un_compte
compte profil
livraison livrer expédition envoi colis commande
retour retourner renvoyer remboursement rembourser
facture reçu
prix coût tarif frais coûte
payer paiement règlement
acheter achat commander
réduction remise code promo bon
annuler annulation résilier résiliation
supprimer effacer
changer modifier
ajouter créer
photo image
fichier document
installer installation
paramètres réglages configuration configurer
erreur problème panne
aide assistance contact support
téléphone appeler
adresse lieu où_êtes_vous
horaires ouverture ouvert heures
vacances congés congé absence
malade maladie
salaire paie rémunération
employé salarié
emploi poste travail
enfant enfants mineur
élève étudiant école
garantie
réparer réparation cassé défectueux
sécurité sûr
données confidentialité
langue traduction
parking stationnement garer
animal chien
taille grand petit
enregistrer sauvegarder sauvegarde stocker
billet ticket entrée
voyage déplacement trajet transport bus train métro
entreprise société organisation
responsable chef directeur administrateur
client acheteur utilisateur
panier chariot
magasin boutique commerce
produit article marchandise
collègue équipe
page site web
lent lenteur performance
rapide vitesse immédiat
restaurer récupérer rétablir
ancien précédent vieux
arrêter bloqué arrêt
pays étranger international
bloquer blocage interdire
avis notification alerte
courriel mail email
recevoir réception arriver
afficher voir apparaître
fusionner combiner réunir
partager partage
imprimer impression imprimante
chercher recherche trouver
liste listes
désactiver éteindre
activer allumer
oublié réinitialiser
abonnement forfait formule
membre adhérent adhésion
rendez_vous réservation réserver
retard tard délai
amende sanction pénalité
emprunter prêt emprunt
fermé fermeture férié
voiture véhicule automobile
vélo bicyclette
chambre hébergement dormir
petit_déjeuner repas manger menu
végétarien végan
médecin docteur consultation
enceinte grossesse maternité
mariage noces
décès mort décédé
naissance bébé
déménagement domicile déménager
passeport identité
impôt taxe tva
déchets poubelle recyclage ordures
fumer tabac
plainte réclamation réclamer
vol volé perdu
fraude arnaque faux
attente délai temps combien_de_temps
épuisé disponible stock rupture
cassé endommagé abîmé
télécharger téléchargement
fauteuil_roulant accessible accessibilité handicap
ami proche
mobile portable smartphone
publicité annonces pub
modèle modèles
redémarrer redémarrage
appel appels
ordinateur pc
écran moniteur
dossier répertoire
gratuit gratuitement
professeur enseignant
bouton cliquer
graphique diagramme
langue traduction traduire multilingue en_anglais en_allemand en_français en_espagnol en_italien en_portugais en_néerlandais en_polonais en_russe en_turc en_arabe en_chinois
`,
  it: `
password credenziali
accedere login accesso entrare
registrarsi registrazione iscriversi
consegna spedizione spedire pacco ordine
reso restituire rimborso
fattura ricevuta
prezzo costo tariffa costa
pagare pagamento
annullare disdire cancellare disdetta
eliminare cancellare rimuovere
modificare cambiare
errore problema guasto
aiuto assistenza contatto
orari apertura aperto
ferie vacanze
bambino bambini minore
account profilo utente
cambio sostituzione sostituire
acquistare comprare acquisto
sconto buono promozione offerta coupon
aggiungere creare inserire nuovo
foto immagine figura
file documento
cartella directory
installare installazione
impostazioni configurazione configurare opzioni
telefono chiamare numero
indirizzo sede luogo dove_siete
ammalato malattia
stipendio salario retribuzione
dipendente lavoratore personale
lavoro impiego posto
studente alunno scuola
insegnante docente professore
computer pc
schermo monitor
sicurezza sicuro
privacy dati riservatezza
lingua traduzione
dimensione grande piccolo grandezza
salvare memorizzare salvataggio
biglietto ingresso entrata
parcheggio parcheggiare posteggio
animale cane animali
garanzia
riparare riparazione aggiustare
viaggio viaggiare
azienda società impresa organizzazione
capo responsabile amministratore
cliente acquirente
carrello cestino
negozio bottega punto_vendita
prodotto articolo merce
collega colleghi
pagina sito web
lento prestazioni velocità
veloce rapido immediato
ripristinare recuperare ripristino
vecchio precedente
fermo bloccato arrestare
paese estero internazionale
bloccare blocco impedire
avviso notifica notifiche
posta email elettronica
ricevere arrivare arriva
mostrare vedere visualizzare appare
unire combinare collegare
condividere condivisione
stampare stampa stampante
cercare ricerca trovare
elenco lista
disattivare disabilitare spegnere
attivare abilitare accendere
dimenticato reimpostare
gratis gratuito
abbonamento piano
socio membro iscritto
appuntamento prenotazione prenotare
ritardo tardi
multa sanzione penale
prestito prestare
chiuso chiusura festivo
auto macchina veicolo automobile
bici bicicletta
camera alloggio dormire
colazione pasto mangiare menu
vegetariano vegano
medico dottore visita
incinta gravidanza maternità
matrimonio nozze
nascita neonato
trasloco domicilio
passaporto identità
tassa imposta iva
rifiuti spazzatura riciclo
fumare fumo
reclamo lamentela
furto rubato perso
truffa frode falso
attesa tempo quanto_ci
esaurito disponibile disponibilità
rotto danneggiato difettoso
scaricare download
caricare upload
sedia_a_rotelle accessibile accessibilità disabili
amico conoscente
cellulare smartphone telefonino
pubblicità annunci
modello modelli
riavviare riavvio
chiamata videochiamata
pulsante clic
grafico diagramma
lingua traduzione tradurre multilingue in_inglese in_tedesco in_francese in_spagnolo in_italiano in_portoghese in_olandese in_polacco in_russo in_turco in_arabo in_cinese
`,
  pt: `
senha palavra_passe
entrar login acessar acesso
registar cadastro inscrição
entrega envio encomenda pedido
devolução devolver reembolso
fatura recibo
preço custo tarifa custa
pagar pagamento
cancelar cancelamento
apagar eliminar remover excluir
alterar mudar editar
erro problema avaria
ajuda suporte contato
horário aberto abertura
férias
criança crianças menor
conta perfil
comprar compra encomenda
desconto cupão cupom promoção
adicionar criar inserir novo
foto imagem fotografia figura
ficheiro arquivo documento
pasta diretório diretoria
instalar instalação
definições configurações configuração opções
telefone ligar número
morada endereço local onde_ficam
doente doença
salário ordenado vencimento
funcionário empregado pessoal colaborador
trabalho emprego
aluno estudante escola
professor docente
computador pc
ecrã tela monitor
segurança seguro
privacidade dados
língua idioma tradução
tamanho grande pequeno
guardar salvar gravar armazenar
bilhete ingresso entrada
estacionamento estacionar
animal cão cachorro
garantia
reparar reparação consertar conserto arranjar
viagem viajar
empresa companhia organização
chefe responsável administrador
cliente comprador utilizador usuário
carrinho cesto
loja comércio
produto artigo mercadoria
colega colegas
página site sítio web
lento desempenho
rápido velocidade imediato
restaurar recuperar repor
antigo anterior velho
parado bloqueado parar
país estrangeiro internacional
bloquear bloqueio impedir
aviso notificação notificações
correio email eletrónico
receber chegar chega
mostrar ver aparecer exibir
juntar combinar unir
partilhar compartilhar partilha
imprimir impressão impressora
procurar pesquisar pesquisa localizar
lista listagem
desativar desligar
ativar ligar
esquecido esqueci redefinir
grátis gratuito
assinatura subscrição mensalidade plano
sócio membro
marcação reserva reservar consulta
atraso tarde
multa sanção coima
empréstimo emprestar
fechado encerrado feriado
carro veículo automóvel
bicicleta bici
quarto alojamento dormir
pequeno_almoço café_da_manhã refeição comer menu
vegetariano vegano
médico doutor
grávida gravidez maternidade
casamento matrimónio
nascimento bebé bebê
mudança domicílio
passaporte identidade
imposto iva taxa
lixo resíduos reciclagem
fumar tabaco
queixa reclamação reclamar
roubo roubado perdido furto
fraude burla golpe
espera prazo tempo demora
esgotado disponível stock estoque
partido estragado danificado quebrado
descarregar baixar transferir download
carregar enviar upload
cadeira_de_rodas acessível acessibilidade deficiência
amigo conhecido
telemóvel celular smartphone
publicidade anúncios
modelo modelos
reiniciar reinício
chamada videochamada
autocarro ônibus transporte comboio trem metro
botão clique
gráfico diagrama
idioma língua tradução traduzir em_inglês para_inglês em_alemão para_alemão em_francês para_francês em_espanhol para_espanhol em_italiano para_italiano em_português para_português em_holandês para_holandês em_polonês para_polonês em_russo para_russo em_turco para_turco em_árabe para_árabe em_chinês para_chinês
`,
  nl: `
wachtwoord inloggegevens
inloggen aanmelden login
registreren registratie account_aanmaken
levering bezorging verzending pakket bestelling leveren
retour retourneren terugsturen terugbetaling
factuur bon
prijs kosten tarief kost
betalen betaling
opzeggen annuleren
verwijderen wissen
wijzigen veranderen aanpassen
fout probleem storing
hulp ondersteuning contact
openingstijden open
vakantie verlof
kind kinderen minderjarige
taal vertaling vertalen in_engels in_duits in_frans in_spaans in_italiaans in_portugees in_nederlands in_pools in_russisch in_turks in_arabisch in_chinees het_engels het_duits het_frans het_spaans het_italiaans het_portugees het_nederlands het_pools het_russisch het_turks het_arabisch het_chinees
`,
};

/** A phrase: the stems of its words behind the first, and what a site may say for it. */
interface Phrase {
  rest: readonly string[];
  stems: readonly string[];
}

interface Synonyms {
  /** Stem of a word → stems of the words that a site may say for it. */
  words: ReadonlyMap<string, readonly string[]>;
  /** Stem of the first word → the phrases that begin with it. */
  phrases: ReadonlyMap<string, readonly Phrase[]>;
}

/** Words that may stand between the two of a phrase: "send it back", "send the shoes back". */
const BETWEEN = 2;

const made = new Map<string, Synonyms>();

/** What else a site may call the words of a question, in its language; empty for a language without a list. */
export function synonymsIn(language: string): Synonyms {
  const known = made.get(language);
  if (known) return known;
  const words = new Map<string, Set<string>>();
  const phrases = new Map<string, Phrase[]>();
  const stop = stopWords(language);
  const stemOf = (word: string) => stem(word, language);
  for (const line of (GROUPS[language] ?? "").split("\n")) {
    const group = line
      .split(" ")
      .filter(Boolean)
      .map((name) => name.split("_").map(fold));
    const stems = group.flatMap(([word = "", ...rest]) => (rest.length === 0 ? [stemOf(word)] : []));
    for (const [word = "", ...rest] of group) {
      const own = stemOf(word);
      if (rest.length > 0) phrases.set(own, [...(phrases.get(own) ?? []), { rest: rest.map(stemOf), stems }]);
      else if (!stop.has(word)) {
        const others = words.get(own) ?? new Set();
        for (const other of stems) if (other !== own) others.add(other);
        words.set(own, others);
      }
    }
  }
  const result = { words: new Map([...words].map(([word, others]) => [word, [...others]])), phrases };
  made.set(language, result);
  return result;
}

/**
 * Phrases that begin with a word of a question, in any form: "signing up" is "sign up".
 * @param stems of all of the question's words, in their order @param at the word's place
 */
export function phrasesAt(stems: readonly string[], at: number, language: string): Phrase[] {
  return (synonymsIn(language).phrases.get(stems[at] ?? "") ?? []).filter(({ rest }) => {
    if (rest.every((next, by) => stems[at + 1 + by] === next)) return true;
    if (rest.length > 1) return false;
    return stems.slice(at + 2, at + 2 + BETWEEN).some((other) => other === rest[0]);
  });
}
