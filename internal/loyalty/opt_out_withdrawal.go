package loyalty

import (
	"regexp"
	"slices"
	"strings"
)

const (
	consentNouns = `consentimiento consentiment consentimento permiso permis permissao autorizacion autoritzacio autorizacao consent permission baimena baimenik`
	revokeVerbs  = `retiro retirar retire retir revoco revocar revoque revogo revogar revocamos retiramos retirem anulo withdraw revoke revoking withdrawing kendu kentzen`

	subscriptions = `suscripcion* subscripcio subscricao subscricion subscripcion inscripcion inscricao assinatura cadastro membresia harpidetza* subscription membership mailing newsletter boletin`
	endingVerbs   = `cancel* cancelo anul* finalizar finaliza finalizad terminar termina terminad eliminar eliminad borrar end terminate ezeztatu amaitu encerrar encerra rescindir`

	// 'terminar la inscripción' completes a registration.
	registrations  = `inscripcion inscripcio inscricao cadastro`
	finishingVerbs = `finalizar finaliza finalizad terminar termina terminad end`

	endedForms = `cancelado cancelados cancelada canceladas cancelaron cancelaste* cancelache* cancelou cancelaram cancellat* cancellada cancellades cancelled canceled cancelei
		anulado anulados anulada anuladas anularon anulaste* anulache* anulou anularam anullat* anullada anullades annulled anulei`
	perfectVerbs = `habeis has han ha hay habia habian heu hau hem haveu esta estaba estara fue foi have has had did was were been is`

	// recordNouns are data that 'sacar' looks up instead of removing.
	recordNouns = `informacion* information informacio informacions informacoes informacao informazio* info ficha fichas fitxa fitxes fitxak registro registros registre registres registo registos rexistro rexistros erregistro* record records`

	// cardNouns are the customer's card. isAboutSomethingElse recognizes a bank's "card".
	cardNouns = `tarjeta tarjetita targeta tarxeta txartela cartao card`

	// otherCards qualify one of several cards: 'borrad mi tarjeta antigua'.
	otherCards = `vieja antigua repetida duplicada anterior perdida vella antiga duplicate duplicated old lost velha zaharra`

	// cardQualifiers may follow the card in its removal. Others change the meaning: 'mi tarjeta de la familia'.
	cardQualifiers = `de del d la el mi mis y i e and from fidelizacion fidelidad fidelitat fidelidade puntos punts sellos segells selos cliente clienta client socio socia soci socia club clube loyalty stamp stamps barberia peluqueria barbearia perruqueria tienda vuestra vostra datos dades dados data cuenta entera definitivamente`

	mailNouns = `correos correus emails mails`
	articles  = `el la los las un una l els les o a os as um uma the`

	rejections = `rechazo rechazamos niego rebutjo rexeito recuso ukatzen refuse reject`

	needless = `no hace falta, no fa falta, non fai falta, nao precisa, nao e preciso, no need, no necesito que`
)

// pastTenses matches endings of the first person of the past.
var pastTenses = regexp.MustCompile(`(?i)(cancel|anul|elimin|borr|termin|rechaz|suspend)[é](\PL|$)`)

// commandsWithdrawal reports an imperative that no earlier negation concerns: 'Ya no vivo ahí así que dadme de baja'.
func (s sentence) commandsWithdrawal() bool {
	return s.hasPhrase(`dadme de baja, dame de baja, deme de baja, denme de baja, doneu me de baixa, dona m de baixa, dademe de baixa, daime de baixa`)
}

func (s sentence) withdrawsConsent() bool {
	if !s.has(consentNouns) || s.isAboutSomethingElse() {
		return false
	}
	if no := s.index(negations); no >= 0 {
		given := s[no+1:].has(`doy dou dono give ematen`) || s[no+1:].hasPhrase(`he dado, hemos dado, he donat, have given`) && (s.has(sendingVerbs) || s.has(messageNouns) || !s.has(`para per pra to`)) || s.has(`tienes teneis tienen teniu tedes have`) && (s.has(sendingVerbs) || s.has(messageNouns))
		return given && !s[no+1:].has(revokeVerbs)
	}
	return s.has(revokeVerbs)
}

func (s sentence) rejectsMessages() bool {
	if !s.has(rejections) || !s.has(messageNouns) || s.has(negations) || s.isAboutSomethingElse() {
		return false
	}
	return s.has(`recibir rebre receber receive jaso`) || !s.has(`oferta* offer offers promo promocion eskaintza*`)
}

func (s sentence) endsSubscription() bool {
	if s.has(negations) || s.isAboutSomethingElse() || !s.has(subscriptions) || s.hasPhrase(`cuando, que dia`) {
		return false
	}
	return slices.ContainsFunc(s, s.isEndRequest)
}

// isEndRequest reports whether a word asks to end something. Completed registrations and past ends do not count.
func (s sentence) isEndRequest(word string) bool {
	switch {
	case !isInList(word, endingVerbs):
		return false
	case isInList(word, finishingVerbs):
		return !s.has(registrations)
	case isInList(word, endedForms):
		return s.has(`quiero quisiera queria vull voldria quero want like`) && !s.has(perfectVerbs)
	}
	return true
}

// indexOfStop returns the position of the stop verb, or -1. It skips 'Os dejo este mensaje: …'.
func (s sentence) indexOfStop() int {
	leaves := false
	for at, word := range s {
		switch {
		case !isInList(word, stopVerbs) || leaves && word == "para": // preposition
		case s[at:].leavesMessage():
			leaves = true
		default:
			return at
		}
	}
	return -1
}

// leavesMessage accepts 'dejo este mensaje', but not 'dejo de recibir'.
func (s sentence) leavesMessage() bool {
	after := s[1:]
	switch {
	case isInList(s[0], `dejo deixo`):
		return len(after) < 2 || after[0] != "de" || !isInList(after[1], `recibir recivir rebre receber tener tenir ter ver veure`)
	case len(after) == 0:
		return false
	case isInList(s[0], `dejar deixar`) && isInList(after[0], `este esta aquest aquesta`):
		return true
	}
	return isInList(s[0], `deja* deix*`) && isInList(after[0], `un una unos uma unha`)
}

func (s sentence) namesWithdrawalFrom() bool {
	at := s.index(`baja baixa`)
	if at < 0 || at+2 >= len(s) || !isInList(s[at+1], `de del d da do dels das dos`) {
		return false
	}
	from := s[at+1:]
	noun := slices.IndexFunc(from, func(word string) bool {
		return !isInList(word, joints+` las los les els vuestras vuestros vostres vosas estas estos`)
	})
	return noun >= 0 && isInList(from[noun], messageNouns+" "+listNouns+" "+clubs+` servicio servei servizo servico`)
}

// demandsWithdrawal accepts 'dame baja' at the end or with its source, but not 'dame baja calidad'.
func (s sentence) demandsWithdrawal() bool {
	for at, word := range s[:max(0, len(s)-1)] {
		if isInList(word, `dame dadme`) && s[at+1] == "baja" {
			after := s[at+2:].withoutPoliteness()
			return len(after) == 0 || isInList(after[0], `de del da`)
		}
	}
	return false
}

// wantsOut accepts 'quiero salir' at the end, but not 'quiero salir antes'.
func (s sentence) wantsOut() bool {
	words := s.withoutPoliteness()
	return len(words) >= 2 && words[len(words)-2:].hasPhrase(`quiero salir, quisiera salir, quero sair, vull sortir`)
}

func (s sentence) withoutPoliteness() sentence {
	return slices.DeleteFunc(slices.Clone(s), func(word string) bool { return isInList(word, politeness) })
}

func (s sentence) namesOwnContact() bool {
	for at, word := range s[:max(0, len(s)-1)] {
		if isInList(word, possessives) && (isInList(s[at+1], contactNouns+" "+recordNouns) || at > 0 && s[at-1] == "a") {
			return true
		}
	}
	return s[max(0, len(s)-2):].hasPhrase(`de mi, sobre mi`) || s.hasPhrase(`este numero, este telefono, aquest numero, aquest telefon, este telemovel, this number, a mi`)
}

// removesOtherObject reports whether a verb has another object: 'quitad las canas', records to look up ('saca mi
// ficha'), questions about plans.
func (s sentence) removesOtherObject(at int, fromList bool) bool {
	verb, object := s[at], s[at+1:]
	if isInList(verb, `sac*`) && object.has(recordNouns) && !fromList {
		return true
	}
	if len(object) > 0 && isInList(object[0], `me em nos us`) {
		object = object[1:]
	}
	if len(object) < 2 || !isInList(object[0], articles) {
		return false
	}
	switch noun := object[1]; {
	case isInList(noun, messageNouns+" "+mailNouns):
		return s[:at].asksAboutPlans() && isInList(noun, `promo* oferta* offer*`) || isInList(noun, `mensaje missatge mensaxe mensagem message`) && !strings.HasSuffix(verb, "me")
	case strings.HasSuffix(verb, "me") && fromList:
		return false
	default:
		return !isInList(noun, contactNouns+" "+recordNouns+" "+possessives+" "+listNouns)
	}
}

func (s sentence) asksAboutPlans() bool {
	return s.hasPhrase(`vais a, vas a, van a, va a, aneu a, ides, vao, vai, going to, will you`)
}

// withoutVerbText drops 'text', also a noun.
func (s sentence) withoutVerbText() sentence {
	return slices.DeleteFunc(slices.Clone(s), func(word string) bool { return word == "text" })
}

// withoutPastTenses replaces verbs in the past: 'Cancelé la suscripción' asks for nothing.
func withoutPastTenses(message string) string {
	return pastTenses.ReplaceAllString(message, "${1}ado$2")
}

type cardRemoval struct{ sentence sentence }

// isAsked accepts 'borrad mi tarjeta', but not 'borrad un sello de mi tarjeta'.
func (c cardRemoval) isAsked() bool {
	if c.sentence.has(negations) || c.sentence.has(otherCards) || slices.DeleteFunc(slices.Clone(c.sentence), func(word string) bool {
		return isInList(word, `puntos punts sellos segells selos`)
	}).isAboutSomethingElse() {
		return false
	}
	const itsRemoval = `borradla borrala eliminadla eliminala quitadla quitala anuladla canceladla`
	for at, word := range c.sentence {
		remove := isInList(word, removalVerbs) && !isInList(word, `sac* atera`) || isInList(word, endingVerbs) && !isInList(word, endedForms)
		if isInList(word, cardNouns) && c.sentence[at+1:].has(itsRemoval) && c.sentence[at+1:].onlyHas(cardQualifiers+" fuera "+itsRemoval) {
			return true
		}
		if remove && !c.sentence[max(0, at-2):at].has(`se`) && beginsWithCard(c.sentence[at+1:]) || isInList(word, cardNouns) && isRemoval(c.sentence[at+1:].withoutPoliteness()) {
			return true
		}
	}
	return false
}

func beginsWithCard(s sentence) bool {
	noun := slices.IndexFunc(s, func(word string) bool {
		return !isInList(word, articles+" "+self+" "+possessives+` esta aquesta vuestra vostra ya ja`)
	})
	return noun >= 0 && isInList(s[noun], cardNouns) && s[noun+1:].onlyHas(cardQualifiers)
}

func (s sentence) onlyHas(list string) bool {
	return !slices.ContainsFunc(s.withoutPoliteness(), func(word string) bool { return !isInList(word, list) })
}

func isRemoval(s sentence) bool {
	return len(s) == 1 && isInList(s[0], `ezabatu kendu borratu borrad eliminad`)
}
