package loyalty

import (
	"slices"
	"strings"
)

const (
	leavingVerbs = `dejar dejo abandonar abandono salir salirme salgo irme marcharme borrarme quitarme quitadme sacarme sacadme
		deixar deixo abandonem sortir surto marxar sair saio irten utzi leave leaving quit quitting`
	clubs  = `lista list llista grupo grup group cliente clienta client club clube cluba klub kluba klubetik klubeko programa programa programatik program programme socio socia socios miembro miembros soci socia sozio bazkide member membership`
	joints = `de del el la al d l un una ser este esta vuestro vuestra tu su of the this your being a do da o as os uma seu sua meu voso vosa nosso vostre aquest puntos punts fidelizacion fidelidad fidelitat fidelidade loyalty`

	// bareSendingVerbs suffice after a negation: 'No enviar'.
	bareSendingVerbs = `acepto accepto aceito accept onartzen spamear consiento autorizo consento consent enviar enviarme envies envieis envie envien mandar mandarme mandes mandeis mande manden enviis envieu enviin mandeu enviedes mandedes bidali bidaltzerik
		send sending text texting message messaging enviem mandem`
)

type wholeWish struct{ sentence sentence }

// isRefusal reports whether the whole message refuses: 'no quiero más'.
func (w wholeWish) isRefusal() bool { return w.refusesInTwoWords() || w.refusesEverything() }

func (w wholeWish) isToLeave() bool {
	return w.asksHowToLeave() || w.refusesBriefly() || w.removesAccount()
}

// refusesInTwoWords accepts 'No enviar', but not 'No lo envíes', which has an object.
func (w wholeWish) refusesInTwoWords() bool {
	words := slices.DeleteFunc(slices.Clone(w.sentence), func(word string) bool { return isInList(word, politeness+` me em m nos us e`) })
	if len(words) == 3 && isInList(words[0], `do don`) {
		words = words[1:]
	}
	if len(words) == 3 && isInList(words[1], `mas mes mais more`) { // 'No más avisos'
		words = slices.Concat(words[:1], words[2:])
	}
	if len(words) != 2 {
		return false
	}
	if phrase := strings.Join(words, " "); phrase == "no mas" && w.sentence.has(`favor porfa porfavor plis`) || phrase == "no more" || phrase == "no mes" || phrase == "non mais" || phrase == "nao mais" || phrase == "ez gehiago" || phrase == "gehiago ez" {
		return true
	}
	if isInList(words[1], `no non nao ez`) { // 'Promoziorik ez'
		return isInList(words[0], messageNouns)
	}
	if isInList(words[0], `cero zero`) {
		return isManyMessages(words[1])
	}
	return isInList(words[0], negations+" t sin sense sen sem") && isInList(words[1], bareSendingVerbs+" "+messageNouns)
}

func (w wholeWish) refusesBriefly() bool {
	if isInList(strings.Join(slices.DeleteFunc(slices.Clone(w.sentence), func(word string) bool { return isInList(word, `hola gracias por favor porfa`) }), "_"), `me_salgo ni_uno_mas`) {
		return true
	}
	words := w.sentence.withoutPoliteness().withoutJoint(`yo`)
	if len(words) < 3 || words[0] != "paso" || words[1] != "de" {
		return false
	}
	objectWords := words[2:].withoutDeterminers()
	return len(objectWords) == 1 && isManyMessages(objectWords[0])
}

func (w wholeWish) removesAccount() bool {
	words := slices.DeleteFunc(w.sentence.withoutPoliteness(), func(word string) bool { return isInList(word, possessives+` quiero quisiera want to`) })
	return len(words) == 2 && isInList(words[0], `borrar eliminar cancelar anular cerrar delete close cancel`) && isInList(words[1], `cuenta account`)
}

func (s sentence) withoutDeterminers() sentence {
	return s.trimLeading(`el la los las els les o os as l the todo* tot tots totes tant* muit* vuestr* vostr* voss* tus sus teus teves seus your tu su este esta estos estas aquest* these this tales dichosos dichosas malditos malditas putos putas mas mes mais more all so much many`)
}

func isManyMessages(word string) bool {
	return isInList(word, messageNouns) && (strings.HasSuffix(word, "s") || isInList(word, `publi publicidad publicitat publicidade publizitate* propaganda marketing spam mezu* promozio* eskaintza* iragarki* jakinarazpen*`))
}

func (s sentence) leavesClub() bool {
	hasNumber := slices.ContainsFunc(s, func(word string) bool { return strings.ContainsAny(word, "0123456789") })
	others := slices.DeleteFunc(slices.Clone(s), func(word string) bool { return isInList(word, `leave puntos punts`) }) // neither sick leave nor a question about points
	if hasNumber || others.isAboutSomethingElse() || s.hasPhrase(waitingLists) {
		return false
	}
	if s.has(negations) {
		return s.refusesToStay()
	}
	for at, word := range s {
		if isInList(word, leavingVerbs) && (s[at+1:].beginsWithClub() || at > 0 && isInList(word, `utzi irten`) && isInList(s[at-1], clubs)) {
			return true
		}
	}
	return false
}

func (s sentence) refusesToStay() bool {
	no := s.index(negations)
	if !s[no+1:].has(wishVerbs) {
		return false
	}
	for at, word := range s[no+1:] {
		if isInList(word, `estar seguir continuar permanecer pertenecer ser be stay`) && s[no+at+2:].withoutJoint(`en na al a in on siendo sendo sent being`).beginsWithClub() {
			return true
		}
	}
	return s[no+1:].has(`egon jarraitu`) && s.has(clubs+" klubean klubekoa "+listNouns)
}

func (s sentence) withoutJoint(list string) sentence {
	if len(s) > 0 && isInList(s[0], list) {
		return s[1:]
	}
	return s
}

func (s sentence) beginsWithClub() bool {
	noun := slices.IndexFunc(s, func(word string) bool { return !isInList(word, joints) })
	return noun >= 0 && isInList(s[noun], clubs)
}

// refusesEverything accepts 'no quiero más', but not 'no quiero más tinte'.
func (w wholeWish) refusesEverything() bool {
	refuses, wants, everything := false, false, false
	for _, word := range w.sentence.withoutPoliteness() {
		switch {
		case isInList(word, negations):
			refuses = true
		case isInList(word, `mas mes mais gehiago more anymore nada res ezer anything esto estos aixo isto isso hau this these tarjeta targeta tarxeta cartao txartel* card`):
			everything = true
		case isInList(word, `quiero quisiera vull vullc quero nahi jaso want need need`):
			wants = true
		case !isInList(word, `t i any de d la el a o os mi vuestra vostra xa dut dugu do nunca vuestro vostre vosotros ustedes voces`):
			return false
		}
	}
	return refuses && wants && everything
}

// asksHowToLeave accepts questions without another object: '¿cómo se quita esto?'. 'get' alone asks for an object.
func (w wholeWish) asksHowToLeave() bool {
	asks, leaves, this := false, false, false
	for _, word := range w.sentence.withoutPoliteness() {
		switch {
		case isInList(word, `como com nola how`):
			asks = true
		case isInList(word, `quita quito quitar quitarme cancela cancelo cancelar anulo anular borro borrar borrarme salgo salir salirme sale desactivo desactiva desactivar desactivo paro parar elimino eliminar surto sortir cancel lo anul trec treure saio sair saír tiro cancelo irten kendu out stop cancel`):
			leaves = true
		case isInList(word, `esto desto aixo isto disto isso disso hau honetatik this these aqui aca daqui`):
			this = true
		case !isInList(word, `se me em em de d puedo puc posso podo puede se faco pra para hago fago fer eu i do can get of a d`):
			return false
		}
	}
	return asks && leaves && this
}
