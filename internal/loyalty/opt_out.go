package loyalty

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// OptsOut reports whether a message asks to stop marketing, in six languages: commands, sentences or button payloads.
// About an appointment or sick leave it must also name messages or a list (decision 0022).
func OptsOut(message string) bool {
	message = proofCode.ReplaceAllString(message, "") // a code may spell a word
	sentence := optOutSentence(message)
	if len(sentence) == 0 || sentence.asksWhatFollows() {
		return false
	}
	if lastClauseAsks(message) && !sentence.isAboutSomethingElse() {
		return true
	}
	rest := sentence // a first 'No,' negates nothing after it
	if answersNo.MatchString(message) {
		rest = sentence[1:]
	}
	complains := complaint{sentence}.isMade() && complaint{rest}.isMade() && (!sentence.has(`spam`) || !strings.ContainsAny(message, "?¿"))
	asksAlone := wholeWish{rest}.isRefusal() || wholeWish{sentence}.isToLeave() || cardRemoval{sentence}.isAsked()
	if sentence.keepsSubscription() && !sentence.commandsWithdrawal() {
		return false
	}
	if sentence.refusesMessages() || sentence.stopsMessages() || sentence.asksForRemoval() || sentence.leavesClub() ||
		sentence.withdrawsConsent() || sentence.rejectsMessages() || sentence.endsSubscription() || asksAlone || complains {
		return true
	}
	if sentence.isAboutSomethingElse() {
		return sentence.has(messageNouns) && sentence.asksForWithdrawal()
	}
	return sentence.isCommand() || sentence.asksForWithdrawal()
}

// answersNo matches a separate 'no' at the beginning: 'no, acepto'.
var answersNo = regexp.MustCompile(`(?i)^[^\pL\pN]*(no+|non|nao|não|ez)\s*[,;:.!\p{So}]\PL*\pL`)

// lastClauseAsks reports whether the last clause asks unambiguously. It ignores negations in earlier clauses: 'Ya no
// vivo ahí, dadme de baja'.
func lastClauseAsks(message string) bool {
	clauses := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(",.;:!?…\n", r) })
	for i := len(clauses) - 1; i > 0; i-- {
		clause := optOutSentence(clauses[i])
		if len(clause) > 0 {
			return clause.has(`baja baixa stop unsubscribe`) && clause.isCourteousCommand() ||
				!clause.has(negations) && (clause.asksForWithdrawal() || clause.asksForRemoval())
		}
	}
	return false
}

type sentence []string

func optOutSentence(message string) sentence {
	words := strings.FieldsFunc(Fold(withoutPastTenses(norm.NFKC.String(message))), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	spelled := len(words) > 1
	for i, word := range words {
		words[i] = withoutStretches(word)
		spelled = spelled && utf8.RuneCountInString(word) == 1
	}
	if spelled { // B.A.J.A.
		return sentence{strings.Join(words, "")}
	}
	words = joinedCommand(withoutInfinitive(splitDe(words)))
	for i, word := range words {
		words[i] = spelledOut(word, words[i+1:])
	}
	return words
}

// splitDe separates 'de' from the words to which it was joined: 'me doy debaja', 'darmedebaja'.
func splitDe(words []string) []string {
	verbs := joinedVerbs()
	for at, word := range words {
		for _, end := range []string{"baja", "vaja", "baixa"} {
			before, isJoined := strings.CutSuffix(word, "de"+end)
			if verb, isVerb := verbs[before]; isJoined && isVerb {
				return slices.Concat(words[:at], verb, []string{"de", end}, words[at+1:])
			}
		}
	}
	return words
}

// joinedVerbs has what stands before 'debaja' in one word.
func joinedVerbs() map[string][]string {
	return map[string][]string{
		"": nil, "dar": {"dar"}, "darme": {"darme"}, "dame": {"dame"}, "dadme": {"dadme"}, "deme": {"deme"}, "denme": {"denme"},
		"medoy": {"me", "doy"}, "quierodarme": {"quiero", "darme"},
	}
}

// withoutInfinitive corrects 'darme de bajar' at the end of a request: 'dame de bajar los lados' is about hair.
func withoutInfinitive(words []string) []string {
	for at := 2; at < len(words); at++ {
		isEnd := at == len(words)-1 || isInList(words[at+1], politeness)
		if isEnd && words[at] == "bajar" && words[at-1] == "de" && isInList(words[at-2], `dar darme darse dame dadme deme denme doy deis des den`) {
			return slices.Concat(words[:at], []string{"baja"}, words[at+1:])
		}
	}
	return words
}

func joinedCommand(words []string) []string {
	for i := range len(words) - 1 {
		if whole := words[i] + words[i+1]; isInList(whole, `baja baixa stop unsubscribe`) {
			return slices.Concat(words[:i], []string{whole}, words[i+2:])
		}
	}
	return words
}

func spelledOut(word string, following []string) string {
	switch {
	case isInList(word, `kiero qiero qero qro kero`):
		return "quiero"
	case isInList(word, `q k ke`):
		return "que"
	case word == "d" && len(following) > 0 && isInList(following[0], `baja vaja baixa`):
		return "de"
	}
	return word
}

// withoutStretches turns 'bajaaa' into 'baja', but keeps double letters of listed words.
func withoutStretches(word string) string {
	var short []rune
	letters := []rune(word)
	for i := 0; i < len(letters); {
		end := i
		for end < len(letters) && letters[end] == letters[i] {
			end++
		}
		short = append(short, letters[i])
		if end-i == 2 && !strings.ContainsRune("ajx", letters[i]) {
			short = append(short, letters[i])
		}
		i = end
	}
	return string(short)
}

func (s sentence) has(list string) bool { return s.index(list) >= 0 }

func (s sentence) index(list string) int {
	return slices.IndexFunc(s, func(word string) bool { return isInList(word, list) })
}

func (s sentence) hasPhrase(phrases string) bool {
	text := " " + strings.Join(s, " ") + " "
	for phrase := range strings.SplitSeq(phrases, ",") {
		if phrase = strings.Join(strings.Fields(phrase), " "); strings.Contains(text, " "+phrase+" ") {
			return true
		}
	}
	return false
}

// isInList reports whether a word is in a list, in which * ends a prefix.
func isInList(word, list string) bool {
	for entry := range strings.FieldsSeq(list) {
		if stem, open := strings.CutSuffix(entry, "*"); entry == word || open && strings.HasPrefix(word, stem) {
			return true
		}
	}
	return false
}

// Words of the six languages, without accents.
const (
	negations = `no non nao ez not don dont ni mai never nunca jamas nunka`

	messageNouns = `mensaje* mensajito* publi publicidad* recordatorios envios enviaments promocion* promo promos oferta* msj msjs msg msgs whatsap* wasap* guasap* wsp wpp spam anuncio* comunicacion*
		notificacion* newsletter boletin* propaganda marketing sms
		missatge* publicitat promocio oferte* anunci* comunicaci* notificaci* butlleti
		avisos mensax* publicidade* promocions anuncio* notificacion*
		mezu* publizitate* promozio* eskaintza* iragarki* jakinarazpen* komunikazio*
		message* promotion* offer offers text texts ad ads advert* notification* promotional
		mensage* mensagen* promoc* anuncio* notificac* comunicac*`

	listNouns = `subscric* lista listado llista listas list suscripcion* subscripci* subscripcao inscripcion inscricao assinatura harpidetza* zerrenda*
		subscription* mailing cadastro contactos contactes contatos contacts agenda base bbdd grupo grup group taldea taldetik
		difusion difusio difusao`

	sendingVerbs = `spamear spamearme spameeis spameen spamming spammear volvais vuelvas vuelvan vuelva hableis hables hablen truqueu truquis escribieseis escribierais escribiese escribiera mandaseis mandarais enviaseis enviarais enviase enviara lleguen llegue lleguin arribin cheguen cheguem moleste mandes mandeis mande manden mandar* envies envieis envie envien enviar* escribas escribais escriba escriban escribir* avise avises aviseis avisen chame chamem molestes molesteis molesten molestar*
		contacteis contactes contacten contactar* contacted contactedes contactem llameis llames
		envieu enviis enviin escrigueu escriguis escriviu escriure* molesteu contacteu mandeu
		mandedes enviedes escribades escribas amolesteis amolesten
		bidali bidaltzea bidaltzen bidaltzeari idatzi idatzu idazteari molestatu deitu
		send sending text texting message messaging write writing contact contacting bother spam email
		envia mandem mande enviem escreva escrevam escrever incomode incomodem perturbe contacte contate contatem`

	wishVerbs = `quiero quiera queria quisiera queremos deseo desearia recibir recibais necesito interesa interesan acepto autorizo
		vull vullc voldria volem rebre desitjo quero gustaria desexo recibir queremos
		nahi jaso gura want wish like need receive get interested quereria gostaria desejo receber preciso aceito autorizo`

	stopVerbs = `desactivar desactiva desactivad desactive desactiveu silenciar disable dejasen dejaseis dejaran dejarais deja dejad deje dejen dejo dejar dejeis para parad pare paren parar detener detened detenga detengan deten cesar cesad cese cesen basta suspender suspended bloquear bloquead bloquea bloqueo block
		deixem atura atureu aturar deixo deixa deixeu deixi deixin deixar prou pareu para
		deixade deixen deter detede parade abonda
		gelditu geldi utzi utzazu utzazue nahikoa stop cease quit end halt enough
		pare parem chega interromper interrompa cancelar cancela cancelad cancele cancelen anular anula anulad anule  cancellar cancelleu cancelade cancelai cancel ezeztatu bertan`

	// removalVerbs have the object as ending or nearby pronoun.
	removalVerbs = `quitar quita quitad quiteis quiten quitaseis quitarais borra borrar borrad borreis borraseis borrarais elimina eliminar eliminad elimineis sacar saca sacad saqueis quitarme quitame quitadme quiteme quitenme quitarnos borrarme borrame borradme borreme borrenme eliminarme eliminame eliminadme elimineme eliminenme
		sacarme sacame sacadme saqueme saquenme desapuntarme desapuntame desapuntadme desuscribirme desuscribeme desuscribidme excluirme excluidme retiradme retirame retirarme removerme removedme
		borradlo eliminadlo quitadlo borralo eliminalo quitalo borrenlo eliminenlo kitadme kitame kitarme retireu tregueu quiteu removed
		desapunta treieu traieu treure treu tregui esborreu esborrar esborra elimineu desapunteu desapuntar lleveu
		eliminade borrade retirade quitademe quitaime borrademe borraime eliminademe sacademe retirademe
		kendu ezabatu ezaba atera borratu
		remove delete unlist excluir tirem tira tire tirar exclui remova removam remover retirem retire retira exclua excluam apague apaguem elimine eliminem descadastre`

	// askingVerbs need a list: '¿Me quitáis de la lista?', not '¿Me quitáis mucho?'.
	askingVerbs = `quitas quitais borras borrais sacas sacais eliminas eliminais esborres treus tiras removes`

	self = `me mio m em nos mim nazazu nazazue nazak niri ni us i`

	// possessives count only before contactNouns: 'borra mi número', not 'borra mi nota'.
	possessives  = `mi mis meu minha minhas meus nire my meva meves meves mina`
	contactNouns = `numero telefono movil celular contacto correo email datos nombre cuenta compte conta kontua account perfil profile contato telemovel dados nome
		telefon nom dades contacte zenbaki* telefonoa datuak izena number phone mobile contact data details name`

	commands = `desuscri* desubscri* desinscri* unsub* cancelen cancelin irten kendu descadastr* remova enough nahikoa abonda fuera fora kanpora out exit abandonar eliminar quitar desactivar desactiva desactivad baja bajas vaja baixa spam bloquear bloquead desinscrever desinscrevam desubscribir desubscribirme stop stopp stopall parar para pare parad paren cancelar cancela cancelad cancele cancel unsubscribe unsuscribe unsubscribed desuscribir desuscribirme desuscribete desuscribirse
		anular anulad anula optout end quit remove detener detened deten cesar salir salirme borrarme borrame borradme borrar eliminarme eliminadme
		desubscriure unsub desubscribirse parem atura aturar atureu aturis cancellar cancella esborrar surt sortir sair saia sae descadastrar descadastre remover removam
		rechazar rechazo rebutjar rebutjo rexeitar rexeito recusar recuso baztertu ukatu reject decline denegar deny block blocked bloqueado bloqueada bloquejar bloquejat bloqueo
		estop stp stpo sotp stoo bja abja bsja bajs
		parade gelditu geldi utzi ezeztatu desapuntarme desapuntadme desapuntame basta prou chega`

	// loneCommands allow no courtesies: 'alto por favor' describes a haircut.
	loneCommands = `alto suficiente suficient`

	politeness = `hola holaa buenas buenos bones bon bo bom boa dia dias tardes noches tarda nit vespre ola kaixo egun on arratsalde gabon oi ola hi hello hey dear
		por favor porfa porfavor pf please pls plis si us plau sisplau mesedez gracias gracies grazas grazie eskerrik asko thanks thank you obrigado obrigada grazas merci
		xfa xfavor xf porfi gracies plz thx ty obg ya ja jam ahora agora ara orain now`

	// courtesies do not change a command's meaning.
	courtesies = politeness + ` xa already quiero queria quisiera vull voldria quero queria want to i d would like nahi dut deseo necesito solicito solicitar pido pedir sol licito me mi la el lo una un a de del da do o os as this it the that
		ya ja jam agora ahora ara orain now ya mismo yo eu jo ni una vez inmediata inmediatamente urgente definitiva definitivamente definitiu esto isto aixo hau
		todo todos todas tot tots tudo all everything y e i eta and mensajes promociones publicidad servicio servei servizo marketing btn button boton action vuestro vostre voso your promo promos
		estos estas los las les els texts messages promotions 1 ok vale señor equipo amigos sin mas`

	contactVerbs = `escribieseis escribierais escribiera escribas escribais escriba escriban molestes molesteis moleste molesten molestar contacteis contactes contacten contactar escrigueu escriguis escriviu molesteu contacted contacteu contactedes contactem
		escribades amolesteis amolesten idatzi molestatu contact contacting bother disturb escreva escrevam incomode incomodem perturbe contacte contate contatem`

	disinterest = `not interested, no me interesa, no me interesan, no estoy interesado, no estoy interesada, no m interessa, no m interessen, ez zait interesatzen, ez nau interesatzen, nao tenho interesse, nao me interessa, non me interesa`

	// somethingElse gives 'baja' and 'cancelar' another meaning.
	somethingElse = `gimnasio gimnas gym canas foto fotos fotografia* photo photos picture* argazki* cita citas hora horas reserva reservas turno turnos hueco medica medico laboral enfermedad enfermo enferma maternidad paternidad maternal paternal lesion trabajo curro
		barba bigote patilla* tinte pelo flequillo nuca corte visita visitas sello sellos puntos manana lunes martes miercoles jueves viernes sabado domingo pedido compra pago viaje
		planta piso escalera gama musica volumen volume so son tono tele cobro cargo credito debito credit debit bancaria precio precios ventana persiana calle puerta espera coche perro
		hores visita visites torn tornos dema dilluns dimarts dimecres dijous divendres dissabte diumenge metge feina laboral baixos cites demaneu
		hitzordu* ordua txanda txandak bihar erreserba erreserbak lana lanean sendagile* gaixo
		appointment* booking bookings reservation* tomorrow monday tuesday wednesday thursday friday saturday sunday sick leave haircut slot order
		consulta consultas marcacao marcacoes agendamento horario amanha corte segunda terca quarta quinta sexta atestado doente trabalho escada estacao mar puntas tension dago esquina comentario resena guapo guapa
		venres xoves mercores luns sabado mana traballo`

	waitingLists = `de espera, d espera, de agarda, waiting list`

	// keepingVerbs mean the opposite after a negation.
	keepingVerbs = `pareis pareu perder perderme perderla dejar deje dejes dejeis dejen quitar quites quiteis quitar* borr* elimin* baja baixa baixes
		perdre deixar deixeu deixis treure tregueu esborreu quitedes borredes deixedes
		miss stop remove unsubscribe cancel unsubscribed lose
		parem pare parar retire retirem remova removam cancele cancelar canceles canceleis anular anules anuleis kendu galdu utzi`
)

func (s sentence) keepsSubscription() bool {
	no := s.index(negations)
	if no < 0 {
		return false
	}
	after := s[no+1:]
	keepAt := after.index(keepingVerbs)
	if keepAt < 0 {
		return false
	}
	// The first verb is the negated one: 'No me escribáis más, quiero la baja' opts out.
	sends := after.index(sendingVerbs)
	return (sends < 0 || keepAt < sends) && !after[:keepAt].hasPhrase(`es de, soy`) && !after[:keepAt].has(messageNouns+" mas mes mais gehiago more nada res anything thanks gracias gracies obrigado obrigada interested interesa interessa")
}

func (s sentence) refusesMessages() bool {
	if s.hasPhrase(`no mas msj, no mas mensages, no mas mensajes, no mas publicidad, no mas promociones, no mas ofertas, no mas spam, no mas whatsapps, no more messages, no more texts, no more promotions,
		no more ads, no more offers, no more spam, cap missatge mes, cap mes missatge, no mes missatges, no mes publicitat, nada de publicidad, nada de promociones, sin publicidad, sense publicitat,
		mezu gehiagorik ez, ez mezu gehiago, publizitaterik ez, mezurik ez, nao mais mensagens, sem publicidade, mensagens nao, publicidad no, promociones no, no promotions, no promos, no ads, no spam,
		no marketing, prohibido enviarme, prohibido escribirme, prohibo que me, nao me manda mais, nao manda mais, nao me envia mais, nao me escreve mais, nao me liga mais, nao quero ser contactado, nao quero ser contatado, no quiero ser contactado,
		dejadme tranquilo, dejadme tranquila, dejame tranquilo, dejame tranquila, dejenme tranquilo, dejenme tranquila, deixeu me tranquil, deixeu me tranquila, deixademe tranquilo, deixademe tranquila,
		ni un mensaje mas, ningun mensaje mas, olvidadme, olvidaos de mi, leave me alone, leave me out, deixeu me estar, dejadme estar, lose my number, do not disturb, dejadme en paz, dejame en paz, dejenme en paz, deixeu me en pau, deixa m en pau, deixademe en paz, deixem me em paz, me deixem em paz, me deixa em paz, me deixe em paz, utzi bakean, derecho de oposicion, dret d oposicio, dereito de oposicion, direito de oposicao, me opongo, m oposo, oponome, oponho me, right to object, opt out, optout, opted out, opt me out, ez gehiago idatzi, ez gehiago bidali`) {
		return true
	}
	no := s.index(negations)
	if no < 0 || s.complainsOfSilence() || s.hasPhrase(`no es spam, no sois spam, nao e spam, non e spam, ez da spam, not spam, isn t spam`) || s.hasPhrase(needless) && !s.has(messageNouns) {
		return false
	}
	if s.hasPhrase(disinterest) && (len(s) <= 4 || s.has(messageNouns+` recibir rebre receber receive jaso`)) {
		return true
	}
	if s.hasPhrase(`seguir recibiendo, continuar recibiendo, seguir rebent, keep receiving, continuar recebendo, continuar a receber, seguir recibindo, no longer want, no longer wish, no longer interested`) {
		return !s.isAboutSomethingElse()
	}
	after := s[no+1:]
	messages := after.withoutVerbText().has(messageNouns) || s.has(`mezu* mezurik publizitate* promozio* eskaintza*`)
	more := after.has(`escribirme escribir mandarme enviarme contactarme mas mes mais gehiago more anymore again torneu tornis torni volvais vuelvas vuelvan volvades nada res ezer anything nothing`) || s.has(`nunca jamas mai never gehiago`) || s.hasPhrase(`ya no, ja no, xa non`)
	sends, wants := after.has(sendingVerbs), after.has(wishVerbs)
	switch {
	case after.has(`later luego hasta despues despres depois fins gero beranduago tarde tard todavia aun encara ainda oraindik yet catalan catala castellano castella espanol ingles gallego galego euskera euskaraz gaztelaniaz english spanish`) && !messages:
		return false
	case s.has(`llamame llamadme llameme llamenme chamademe chamame`) && !more: // the customer prefers a call
		return false
	case after.has(contactVerbs) && !s.isAboutSomethingElse():
		return true
	case sends && !after.has(`recibo factura`):
		return messages && !s.isAboutSomethingElse() || more
	case wants:
		return messages && !s.isAboutSomethingElse() || more && s.has(`recibir rebre receive receber jaso saber vosotros ustedes`)
	}
	return false
}

func (s sentence) asksWhatFollows() bool {
	return s.hasPhrase(`si cancelo, si borro, si anulo, si elimino, si cancel lo, si esborro, si anul lo, se cancelo, se borro, se apagar, if i delete, why did you, por que me habeis, por que me has, por que me han, si me doy de baja, si me diera de baja, si me borro, si me salgo, si em dono de baixa, se me dou de baixa, se me dera de baixa, se eu sair, se sair, se eu cancelar,
		baja ematen badut, if i unsubscribe, if i opt out, if i stop, if i cancel,
		did you cancel, have you cancelled, vau cancellar, vau anullar`)
}

func (s sentence) complainsOfSilence() bool {
	return s.hasPhrase(`no me ha llegado, no me han llegado, no me llega, no me llegan, no me llego, no ha llegado, no he recibido, no recibo, no m ha arribat, no m arriba, no m arriben, no he rebut, no rebo,
		non me chegou, non me chegan, non recibin, non recibo, nao chegou, nao recebi, nao recebo, ez zait iritsi, ez dut jaso, ez ditut jaso, not received, didn t get, didn t receive, haven t received`)
}

func (s sentence) stopsMessages() bool {
	if s.has(negations) && !s.has(`basta prou chega nahikoa enough`) {
		return false
	}
	at := s.indexOfStop()
	if at < 0 {
		return false
	}
	after := s[at+1:]
	basque := s[:at].has(`mezu* mezua* bidaltzeari idazteari publizitate* promozio* harpidetza*`)
	if s.isAboutSomethingElse() && !after.has(messageNouns) {
		return false
	}
	return after.has(messageNouns+" "+listNouns) || after.has(sendingVerbs) || after.has(`mandarme enviarme escribirme molestarme mandar enviar escribir escribirnos spamear spamearme spammear
		enviar escriure escrivir molestar mandarme enviarme escribirme escrever incomodar contactarme recibir rebre receber receive receiving jasotzeari`) || basque
}

func (s sentence) asksForRemoval() bool {
	at := s.index(removalVerbs + " " + askingVerbs)
	if at < 0 || s[max(0, at-2):at].has(negations) {
		return false
	}
	if s.hasPhrase(waitingLists) {
		return false
	}
	fromList := s.has(listNouns) || s.has(messageNouns) || s.has(mailNouns)
	if isInList(s[at], askingVerbs) {
		return s.has(listNouns) && !s.isAboutSomethingElse()
	}
	if s.removesOtherObject(at, fromList) {
		return false
	}
	toSelf := strings.HasSuffix(s[at], "me") || s[at+1:].has(self) || s.namesOwnContact() || at > 0 && isInList(s[at-1], self)
	return toSelf && (fromList || !s.isAboutSomethingElse()) || fromList && !s.isAboutSomethingElse()
}

func (s sentence) isAboutSomethingElse() bool {
	sickLeave := s.hasPhrase(`baja por, baixa por, baixa per`) && !s.has(`favor`)
	return sickLeave || s.has(somethingElse) || s.hasPhrase(`estoy de baja, esta de baja, estaba de baja, estare de baja, estuve de baja, sigo de baja, estic de baixa, esta de baixa, estou de baixa, estaba de baixa,
		han dado de baja, habeis dado de baja, ha dado de baja, estoy dado de baja, estoy dada de baja, estaba dado de baja, dieron de baja, baja medica, mas baja, muy baja, planta baja, la baja la, bajan nago, bajan dago, non stop, stop by, de baixa medica, on my way, bus stop,
		donat de baixa, tengo que pedir la baja, en baja, temporada baja, baja temporada, temporada baixa, baixa temporada, mi hijo, mi hija, mis hijos, el meu fill, la meva filla, o meu fillo, a mina filla,
		my son, my daughter, meu filho, minha filha, nire semea, nire alaba`)
}

// isCommand accepts a first 'BAJA' or 'STOP', unless the next word gives it another meaning.
func (s sentence) isCommand() bool {
	if isInList(s[0], `baja stop baixa unsubscribe optout`) {
		if len(s) < 2 || s.isCourteousCommand() {
			return true
		}
		number := strings.Trim(s[1], "0123456789") == ""
		return !number && !isInList(s[1], `la el los las al a o os as els les l esa ese esta este esse essa aquesta aquest en un una lo de by at motion in here there tu vosotros y`)
	}
	return s.isCourteousCommand()
}

func (s sentence) isCourteousCommand() bool {
	if alone := slices.DeleteFunc(slices.Clone(s), func(word string) bool { return isInList(word, `ya ja xa`) }); len(alone) == 1 && isInList(alone[0], loneCommands) {
		return true
	}
	commanded := false
	for _, word := range s {
		switch {
		case isInList(word, commands):
			commanded = true
		case !isInList(word, courtesies):
			return false
		}
	}
	if s.has(`fuera fora out quitar eliminar`) && s.has(`la el lo los las les l un una de del da do o os as this it todo todos todas tot tots tudo all i an y e`) {
		return false
	}
	if isInList(strings.Join(s, "_"), `de_baja the_end`) { // possible answer of an ill customer
		return false
	}
	// In 'para la' and 'para mí', 'para' is a preposition.
	return commanded && (len(s) < 3 || s.has(strings.ReplaceAll(commands, " para ", " ")))
}

func (s sentence) asksForWithdrawal() bool {
	if s.hasPhrase(`me doy de baja, me de de baja, me deis de baja, me des de baja, me den de baja, darme de baja, darme baja, dar de baja, dar me de baja, dar baja, donar baixa, fuera de la lista, fuera de esta lista, fuera de vuestra lista, fora de la llista, fora da lista, darse de baja, dame de baja, dadme de baja, deme de baja, denme de baja, darnos de baja,
		doy de baja, doneu de baixa, dad de baja, den de baja, dadlo de baja, uno de baja, de me de baja, quiero la baja, quiero baja, queria la baja, queria baja, quisiera la baja, solicito la baja, solicito baja, solicitar la baja, solicitar baja, pido la baja, pedir la baja,
		tramitar la baja, tramitar baja, tramitad mi baja, mi baja, deseo la baja, deseo baja, la baja por favor, baja por favor, baja porfa, baja gracias, baja ya, baja inmediata, baja definitiva, 
		causar baja, de vaja, quiero salirme, quiero desapuntarme, me desapunto, me borro,
		me quiero borrar, me quiero salir, quiero borrarme, quiero desuscribirme, derecho de supresion, derecho al olvido, formar parte de la lista, borra mis datos, borrad mis datos, supresion de mis datos, elimina mis datos, eliminad mis datos, eliminar mis datos, estar en la lista,
		
		vull la baixa, vull baixa, donar me de baixa, donar de baixa, dona m de baixa, doneu me de baixa, em dono de baixa, doni m de baixa, demano la baixa, sol licito la baixa, la baixa si us plau, esborreu me, treieu me, voldria la baixa,
		vull esborrar me, 
		dar me de baixa, darme de baixa, dademe de baixa, daime de baixa, quero a baixa, quero baixa, dou de baixa, dai me de baixa, solicito a baixa, pido a baixa, quero darme de baixa, deme de baixa, de me de baixa,
		baja eman, eman baja, baja nahi, baja eman nahi, harpidetza kendu, harpidetza utzi, bajan eman, nire baja, baja eskatu, baja eskatzen, kendu nazazu, kendu nazazue, kendu nire, ezabatu nazazue,
		unsubscribe me, to unsubscribe, unsubscribe please, please unsubscribe, want to unsubscribe, opt out, opt me out, take me off, taken off, remove me, get me off,
		me descadastre, descadastrar me, quero me descadastrar, me tira, me tirem, dar baixa,
		borren mis datos, eliminen mis datos, elimineis mis datos,
		borreis mis datos, suprimid mis datos, suprimir mis datos, suprima mis datos, esborreu les meves dades, borrade os meus datos, apague meus dados, apaguem meus dados, ezabatu nire datuak, delete my data, erase my data,
		darse baja, tramitame la baja, tramitadme la baja, dame la baja, dadme la baja, deme la baja, denme la baja, doneu me la baixa, dona m la baixa, dademe a baixa, hazme la baja, hacedme la baja, ponme de baja, ponedme de baja, ser dado de baja, ser dada de baja, solicitud de baja, peticion de baja, me quiero desapuntar,
		opcion baja, enviar baja, envio baja, escribo baja, respondo baja, i want out, take my number off, cancelar o recebimento, 
		salir de la lista, sortir de la llista, salir del grupo, dame d baja, la vaja, no quiero estar apuntado, no quiero estar apuntada, no quiero formar parte, no quiero ser parte, no quiero seguir en, no quiero pertenecer,
		em donis de baixa, em doneu de baixa, nazazue baja, nazazu baja, eman dezaket baja, baja eman dezaket, do i unsubscribe, can i unsubscribe, faco para sair, me desinscrever, desinscrever me, quero desinscrever,
		quero a remocao, me remova, me removam, me exclua, sair da lista`) || s.namesWithdrawalFrom() || s.wantsOut() || s.demandsWithdrawal() {
		return s.commandsWithdrawal() || !s.negates(`baja baixa unsubscribe salir sair opt`) || s.hasPhrase(`no quiero estar, no quiero formar, no quiero seguir en, no quiero pertenecer`)
	}
	return false
}

func (s sentence) negates(list string) bool {
	no, at := s.index(negations), s.index(list)
	return no >= 0 && no < at && s.index(sendingVerbs) < 0
}
