package loyalty

import "slices"

const (
	consentNouns = `consentimiento consentiment consentimento permiso permis permissao autorizacion autoritzacio autorizacao consent permission baimena baimenik`
	revokeVerbs  = `retiro retirar retire retir revoco revocar revoque revogo revogar revocamos retiramos retirem anulo withdraw revoke revoking withdrawing kendu kentzen`

	subscriptions = `suscripcion* subscripcio subscricao subscricion subscripcion inscripcion inscricao assinatura cadastro membresia harpidetza* subscription membership mailing newsletter boletin`
	endingVerbs   = `cancel* cancelo anul* finalizar finaliza finalizad terminar termina terminad eliminar eliminad borrar end terminate ezeztatu amaitu encerrar encerra rescindir`

	rejections = `rechazo rechazamos niego rebutjo rexeito recuso ukatzen refuse reject`

	needless = `no hace falta, no fa falta, non fai falta, nao precisa, nao e preciso, no need, no necesito que`
)

// commandsWithdrawal reports whether the message has an affirmative imperative, which no earlier negation concerns: 'Ya
// no vivo ahí así que dadme de baja'.
func (s sentence) commandsWithdrawal() bool {
	return s.hasPhrase(`dadme de baja, dame de baja, deme de baja, denme de baja, doneu me de baixa, dona m de baixa, dademe de baixa, daime de baixa`)
}

// withdrawsConsent reports whether the message withdraws or refuses consent: 'retiro mi permiso'.
func (s sentence) withdrawsConsent() bool {
	if !s.has(consentNouns) || s.isAboutSomethingElse() {
		return false
	}
	if no := s.index(negations); no >= 0 {
		given := s[no+1:].has(`doy dou dono give ematen`) || s.has(`tienes teneis tienen teniu tedes have`) && (s.has(sendingVerbs) || s.has(messageNouns))
		return given && !s[no+1:].has(revokeVerbs)
	}
	return s.has(revokeVerbs)
}

// rejectsMessages: 'me niego a recibir publicidad'.
func (s sentence) rejectsMessages() bool {
	if !s.has(rejections) || !s.has(messageNouns) || s.has(negations) || s.isAboutSomethingElse() {
		return false
	}
	return s.has(`recibir rebre receber receive jaso`) || !s.has(`oferta* offer offers promo promocion eskaintza*`)
}

// endsSubscription reports whether the message cancels the subscription: 'anulad la suscripción'.
func (s sentence) endsSubscription() bool {
	at := s.index(endingVerbs)
	return at >= 0 && !s.has(negations) && !s.isAboutSomethingElse() && s.has(subscriptions) && !s.hasPhrase(`cuando, que dia`)
}

// namesWithdrawalFrom reports whether the message names what the customer withdraws from: 'baixa de les promocions'.
func (s sentence) namesWithdrawalFrom() bool {
	at := s.index(`baja baixa`)
	if at < 0 || at+2 >= len(s) || !listed(s[at+1], `de del d da do dels das dos`) {
		return false
	}
	from := s[at+1:]
	noun := slices.IndexFunc(from, func(word string) bool {
		return !listed(word, joints+` las los les els vuestras vuestros vostres vosas estas estos`)
	})
	return noun >= 0 && listed(from[noun], messageNouns+" "+listNouns+" "+clubs+` servicio servei servizo servico`)
}

// wantsOut reports whether the message ends with the wish to leave: 'quiero salir'. 'Quiero salir antes' does not.
func (s sentence) wantsOut() bool {
	wish := s.withoutPoliteness()
	return len(wish) >= 2 && wish[len(wish)-2:].hasPhrase(`quiero salir, quisiera salir, quero sair, vull sortir`)
}

func (s sentence) withoutPoliteness() sentence {
	return slices.DeleteFunc(slices.Clone(s), func(word string) bool { return listed(word, politeness) })
}

// namesOwnContact: 'mi número', 'my phone'.
func (s sentence) namesOwnContact() bool {
	for at, word := range s[:max(0, len(s)-1)] {
		if listed(word, possessives) && (listed(s[at+1], contactNouns) || at > 0 && s[at-1] == "a") {
			return true
		}
	}
	return s.hasPhrase(`este numero, este telefono, aquest numero, aquest telefon, este telemovel, this number, a mi`)
}

// beginsWithOtherObject reports whether an article and a noun follow that is no contact: 'las canas'.
func (s sentence) beginsWithOtherObject() bool {
	if len(s) > 0 && listed(s[0], `me em nos us`) {
		s = s[1:]
	}
	return len(s) > 1 && listed(s[0], `el la los las un una l els les o a os as um uma the`) && !listed(s[1], contactNouns+" "+possessives+" "+listNouns)
}

// withoutVerbText drops a leading verb 'text', which is also a noun: 'don't text me the address'.
func (s sentence) withoutVerbText() sentence {
	return slices.DeleteFunc(slices.Clone(s), func(word string) bool { return word == "text" })
}
