package loyalty

import (
	"slices"
	"strings"
)

const (
	tiredPhrases = `ya vale de, ya vale con, ya esta bien de, ya esta bien con, harto de, harta de, hartos de, hartas de, cansado de, cansada de, cansados de, frito con, frita con, fritos con, frito a, frita a, fritos a, tip de, tipa de, fart de, farta de, cansat de, ja n hi ha prou de, farto de, farto das, farta das, cansado das, cansada das, xa esta ben de,
		sick of, tired of, fed up with`

	tiredWords = `nazkatuta aspertuta`

	// halts end a complaint: 'parad ya'. 'para' is missing: it is also a preposition.
	halts = `parad paren pareu parem parade`

	// ends count only with many messages: 'un mensaje basta' does not.
	ends = `parar stop basta prou chega abonda nahikoa geldi`

	// sufficing words make messages a means: 'con mensajes basta'.
	sufficing = `con amb com with que un una um uma unha a sin sense sem dice dicen pone ponen`

	continuing = `seguis siguen sigues sigais sigas sigan seguiu segueixen segueixes seguides seguen continuais continuan continuam`
	gerunds    = `escribiendo escribiendome mandando mandandome enviando enviandome molestando molestandome llamando llegando llegandome spameando enviant enviantme escrivint arribant molestant escribindo escrevendo chegando chamando
		texting sending messaging writing spamming getting receiving`

	threats = `denunciar denunciaros denunciare denuncio denunciarei bloquearos bloqueare bloqueo report block`

	// whyPhrases make a complaint of 'me seguís escribiendo', which may be praise.
	whyPhrases = `por que, per que, porque, xq, zergatik, why`

	// pastWithdrawals do so too: 'me di de baja y me siguen llegando mensajes'.
	pastWithdrawals = `me di de baja, me habia dado de baja, me he dado de baja, pedi la baja, m he donat de baixa, em vaig donar de baixa, deime de baixa, i unsubscribed, i opted out`
)

type complaint struct{ sentence sentence }

// isMade reports whether the message complains about messages, which opts out: 'Esto es spam', 'número equivocado'.
func (c complaint) isMade() bool {
	if c.callsItSpam() || c.isOfWrongPerson() || c.isOfFormerOwner() || c.neverAsked() {
		return true
	}
	if c.sentence.has(negations) {
		return false
	}
	if isInList(strings.Join(c.sentence, "_"), `ya_es_suficiente ja_es_suficient xa_e_suficiente ja_e_suficiente that_s_enough`) {
		return true
	}
	return c.announcesBlock() || c.isTired() || c.endsInHalt() || c.isWrittenToStill()
}

// announcesBlock accepts 'os voy a bloquear', but not 'os voy a bloquear la tarjeta'.
func (c complaint) announcesBlock() bool {
	_, object, found := c.sentence.cutPhrase(`voy a bloquear, voy a bloquearos, vou bloquear, vaig a bloquejar, us bloquejo, going to block, blocking`)
	return found && (object.onlyHas(`este aquest vuestro vostre this your you numero number`) || object.beginsWithPhrase(`si, se, if, porque, por`))
}

// callsItSpam accepts statements, but not 'no es spam' or a mail in the spam folder.
func (c complaint) callsItSpam() bool {
	if c.sentence.has(negations+` not carpeta bandeja carpeta folder pasta karpeta correo correu email mail mails o or ou`) || c.sentence.has(`spam`) && c.sentence.has(`verdad`) {
		return false
	}
	return c.sentence.hasPhrase(`es spam, e spam, is spam, spam da, son spam, sois spam, sou spam, sodes spam, puro spam, mucho spam, tanto spam, haceis spam, hacen spam, haceis mucho spam, feu spam, are spam, so much spam, reportar spam, reportar como spam, report spam, report as spam`)
}

// isOfWrongPerson accepts 'número equivocado'. It rejects 'te di el número equivocado' and 'os habéis equivocado de
// número de sellos'.
func (c complaint) isOfWrongPerson() bool {
	const fillerWords = `el la un una es o e um the a this is aquest este creo que me parece`
	const addressWords = fillerWords + ` os se te us s han heu ha has habeis estais estan esta you ve have got are re texting messaging perdon perdona perdonad disculpa disculpad sorry i think lo siento`
	before, after, found := c.sentence.cutPhrase(`numero equivocado, numero erroneo, numero errado, numero trabucado, numero equivocat, zenbaki okerra, wrong number, wrong person`)
	if found && before.onlyHas(fillerWords) && after.disowns() {
		return true
	}
	if !found {
		before, after, found = c.sentence.cutPhrase(`equivocado de numero, equivocado de persona, equivocasteis de numero, equivocasteis de persona, equivoco de numero, enganado no numero, enganado de numero, equivocat de numero, equivocat de persona`)
	}
	return found && before.has(`os se te us s you`) && before.onlyHas(addressWords) && after.disowns()
}

// disowns reports whether nothing or another recipient follows 'número equivocado'.
func (s sentence) disowns() bool {
	return s.onlyHas("") || s.beginsWithPhrase(`yo no soy, no soy, soy, yo soy, jo soc, no me llamo, aqui no vive, no os conozco, no conozco, da, jo no soc, no soc, i m not`)
}

// isOfFormerOwner accepts 'este número ya no es de Ana', but not 'de la peluquería'.
func (c complaint) isOfFormerOwner() bool {
	before, after, found := c.sentence.cutPhrase(`este numero ya no es de, este telefono ya no es de, este movil ya no es de, aquest numero ja no es de, aquest telefon ja no es de, este numero xa non e de, este numero ja nao e de, este numero ja nao e da, este numero ja nao e do`)
	name := after.withoutPoliteness().withoutJoint(`l en na`)
	return found && before.onlyHas("") && (len(name) == 1 || len(name) == 2) && !c.sentence.isAboutSomethingElse() &&
		!name.has(articles+" "+possessives+" "+messageNouns+` vuestr* nuestr* ella eles elas vosotros barber* peluquer* perruquer* tienda empresa negocio contacto contrato prepago quien`)
}

// neverAsked accepts 'yo no pedí esto', but not 'no recuerdo si pedí esto' or 'no pedí esto para comer'.
func (c complaint) neverAsked() bool {
	no := c.sentence.index(negations)
	if no < 0 || !c.sentence[:no].onlyHas(`yo eu jo i nik pero si que oye perdona hau`) {
		return false
	}
	after := c.sentence[no+1:].trimLeading(`os he hemos me nos hem m ho t ever have had lo la`)
	if len(after) == 0 || !isInList(after[0], `pedi pedido solicite solicitado apuntado apunte suscrito suscribi registrado inscrito demanat apuntat subscrit pedin eskatu asked signed subscribed inscrevi`) {
		return c.sentence.onlyHas(negations+` nik hau mezu* eskatu dut`) && c.sentence.has(`eskatu`)
	}
	after = after[1:].withoutPoliteness().trimLeading(`a al de para for to up recibir rebre recibiendo receiving get receive getting ningun ninguna any en`)
	if len(after) == 1 && isInList(after[0], `esto aixo isto isso this hau`) {
		return true
	}
	object := after.withoutDeterminers()
	return len(object) == 1 && (isManyMessages(object[0]) || isInList(object[0], `mensaje missatge mensaxe mensagem message text boletin newsletter`))
}

// isTired accepts 'harto de vuestros mensajes', but not 'cansado de esperar vuestro mensaje'.
func (c complaint) isTired() bool {
	if at := c.sentence.index(tiredWords); at > 0 && c.sentence[max(0, at-3):at].has(`mezu* publizitate* promozio* iragarki*`) {
		return true
	}
	_, object, found := c.sentence.cutPhrase(tiredPhrases)
	if !found {
		return false
	}
	if len(object) > 1 && isInList(object[0], `tanto tanta tant`) {
		return isInList(object[1], messageNouns)
	}
	object = object.withoutJoint(`recibir recibiendo rebre receber receiving getting`).withoutDeterminers()
	if object.beginsWithPhrase(`que me, que nos, que em, que m, you`) {
		verb := object.trimLeading("que me nos em m you " + continuing)
		return len(verb) > 0 && isInList(verb[0], sendingVerbs+" "+gerunds) && !isInList(verb[0], `getting receiving`)
	}
	if len(object) == 0 || !isManyMessages(object[0]) || object.has(`otra otras otro otros altres outra outras other`) {
		return false
	}
	return len(object) < 3 || !isInList(object[1], `de del da do d of from`) || isInList(object[2], messageNouns+` vuestr* vosotros vostr* voss* your esta este`)
}

func (c complaint) endsInHalt() bool {
	at := c.sentence.index(halts + " " + ends)
	if at < 1 || len(c.sentence[at+1:].withoutPoliteness()) > 0 || c.sentence.isAboutSomethingElse() {
		return false
	}
	before := c.sentence[:at].withoutPoliteness()
	if isInList(c.sentence[at], halts) {
		return slices.ContainsFunc(before, isManyMessages) && !c.sentence[:at].has(`sin sense sem dice dicen pone ponen si cuando`)
	}
	return len(before) > 0 && isManyMessages(before[len(before)-1]) && !before.has(sufficing)
}

// isWrittenToStill accepts '¿por qué me seguís escribiendo?'. It needs a why, a threat or a past withdrawal: 'me
// siguen llegando bien' praises.
func (c complaint) isWrittenToStill() bool {
	if c.sentence.has(somethingElse) {
		return false
	}
	still := c.indexOfSendingStill()
	if still < 0 {
		return false
	}
	if c.sentence.has(threats) && !isInList(c.sentence[still+1], `getting receiving`) && (c.sentence[still] != "siguen" && c.sentence[still] != "sigan" || c.sentence.has(`os les us denunciaros bloquearos`)) {
		return true
	}
	if !c.sentence.hasPhrase(whyPhrases) && !c.sentence.hasPhrase(pastWithdrawals) {
		return false
	}
	object := c.sentence[still+2:].trimLeading(gerunds + ` me nos em us to`).withoutDeterminers()
	if len(object) > 0 && (isManyMessages(object[0]) || isInList(object[0], `cosas coses cousas coisas things stuff`)) {
		object = object[1:]
	}
	return object.onlyHas("") || object.beginsWithPhrase(`si ya, si me, si os, si no, si ja, se xa, se ja, if i, cada dia, todos los dias, a todas horas, otra vez, every day, y me di, pero me di, pero ya me di, despues de`)
}

func (c complaint) indexOfSendingStill() int {
	s := c.sentence
	for at := range max(0, len(s)-1) {
		if isInList(s[at], continuing+` keep still`) && (isInList(s[at+1], gerunds) || isInList(s[at+1], `me nos em`) && at+2 < len(s) && isInList(s[at+2], gerunds)) {
			return at
		}
	}
	return -1
}

func (s sentence) cutPhrase(phrases string) (before, after sentence, found bool) {
	for phrase := range strings.SplitSeq(phrases, ",") {
		words := strings.Fields(phrase)
		for at := range max(0, len(s)-len(words)+1) {
			if slices.Equal(s[at:at+len(words)], words) {
				return s[:at], s[at+len(words):], true
			}
		}
	}
	return nil, nil, false
}

func (s sentence) beginsWithPhrase(phrases string) bool {
	return slices.ContainsFunc(strings.Split(phrases, ","), func(phrase string) bool {
		words := strings.Fields(phrase)
		return len(s) >= len(words) && slices.Equal(s[:len(words)], words)
	})
}

func (s sentence) trimLeading(list string) sentence {
	for len(s) > 0 && isInList(s[0], list) {
		s = s[1:]
	}
	return s
}
