package loyalty

import "strings"

const (
	// tiredPhrases precede what the customer has had enough of: 'harto de vuestros mensajes'.
	tiredPhrases = `ya vale de, ya vale con, ya esta bien de, ya esta bien con, harto de, harta de, hartos de, cansado de, cansada de, frito con, frita con, frito a, frita a, fritos a, tip de, tipa de, fart de, cansat de, cansada de, ja n hi ha prou de, farto de, farta de, cansado das, xa esta ben de,
		sick of, tired of, fed up with, nazkatuta, aspertuta`

	// halts end a complaint: 'me tenéis frito con los mensajes, parad ya'. They exclude the preposition 'para'.
	halts = `parad paren parar pareu parem parade stop basta prou chega abonda nahikoa geldi`

	continuing = `seguis siguen sigues seguiu segueixen segueixes seguides seguen continuais continuan continuam`
	gerunds    = `escribiendo escribiendome mandando mandandome enviando enviandome molestando molestandome llamando llegando llegandome spameando enviant enviantme escrivint arribant molestant escribindo escrevendo chegando chamando`
)

// complaint is a message that may complain of being written to.
type complaint struct{ said sentence }

// isMade reports whether the customer complains of being written to, which is an opt-out: 'Esto es spam',
// 'estoy harto de vuestros mensajes', '¿por qué me seguís escribiendo?', 'número equivocado'.
func (c complaint) isMade() bool {
	if c.callsItSpam() || c.isOfWrongPerson() || c.neverAsked() {
		return true
	}
	if c.said.has(negations) {
		return false
	}
	if c.said.hasPhrase(`voy a bloquear, vou bloquear, vaig a bloquejar, us bloquejo, going to block you, blocking you, blocking this number`) {
		return !c.said.isAboutSomethingElse()
	}
	if c.said.hasPhrase(tiredPhrases) {
		return c.said.has(messageNouns) || c.said.has(gerunds)
	}
	if len(c.said) <= 4 && c.said.hasPhrase(`ya es suficiente, ja es suficient, xa e suficiente, ja e suficiente, that s enough`) {
		return true
	}
	if at := c.said.index(halts); at > 0 && len(c.said[at+1:].withoutPoliteness()) == 0 && c.said[:at].has(messageNouns) {
		return !c.said.isAboutSomethingElse()
	}
	return c.isWrittenToStill()
}

// callsItSpam accepts a statement, but neither a mail in the folder of spam nor 'no es spam'.
func (c complaint) callsItSpam() bool {
	if c.said.has(negations+` not carpeta bandeja carpeta folder pasta karpeta correo correu email mail mails o or ou`) || c.said.has(`spam`) && c.said.has(`verdad`) {
		return false
	}
	return c.said.hasPhrase(`es spam, e spam, is spam, spam da, son spam, sois spam, sou spam, sodes spam, puro spam, mucho spam, tanto spam, haceis spam, hacen spam, haceis mucho spam, feu spam, are spam, so much spam, reportar spam, reportar como spam, report spam, report as spam`)
}

// isOfWrongPerson reports whether the phone belongs to another person, who has given no consent. 'Me he equivocado de
// número' is a mistake of the sender.
func (c complaint) isOfWrongPerson() bool {
	return c.said.hasPhrase(`numero equivocado, equivocado de numero, equivocado de persona, equivocasteis de numero, equivoco de numero, numero erroneo, numero errado, enganado no numero, numero trabucado, equivocat de numero, numero equivocat, zenbaki okerra, wrong number, wrong person`) &&
		!c.said.hasPhrase(`me he equivocado, me equivoque, m he equivocat, enganei me, mi numero, meu numero, my number, tengo el numero, teneis el numero`)
}

// neverAsked: 'yo no pedí esto', 'I never signed up for these messages'.
func (c complaint) neverAsked() bool {
	no := c.said.index(negations)
	return no >= 0 && c.said[no+1:].has(`pedi pedido solicite solicitado apuntado apunte suscrito suscribi registrado inscrito demanat apuntat subscrit pedin eskatu asked signed subscribed inscrevi`) &&
		c.said[no+1:].has(messageNouns+` esto aixo isto isso this hau`) && !c.said.has(`todavia aun yet encara ainda oraindik`) && !c.said.isAboutSomethingElse()
}

// isWrittenToStill: '¿por qué me seguís escribiendo?', 'I'll report you if you keep texting'.
func (c complaint) isWrittenToStill() bool {
	if c.said.hasPhrase(`you keep texting, you keep sending, you keep messaging, you keep writing, you keep spamming, still texting me, still sending me, still messaging me, still getting your, keep getting your, still get your`) {
		return true
	}
	at := c.said.index(continuing)
	if at < 0 || at+1 >= len(c.said) || !listed(c.said[at+1], gerunds) {
		return false
	}
	toSelf := strings.HasSuffix(c.said[at+1], "me") || at > 0 && listed(c.said[at-1], `me nos em m ens`)
	return toSelf || c.said[:at].hasPhrase(`por que, per que, denunciar, denunciare, si, se`)
}
