package access

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// maxPenaltyRounds bounds how many codes of a network count for its next place. Together the
// penalties stay below the day by which codes are put ahead of all that waits.
const maxPenaltyRounds = 30

// classInterval is how far the classes of codes by e-mail are apart in their queue, which has
// no urgencies: more than all penalties.
const classInterval = 6 * time.Hour

// queuePosition returns the place of a new code in its queue: by the class of loyalty.Urgency…Code
// first, then in rounds, in which each network that asks has one code. A round is as long as
// codes hold, so that among codes that still hold the round decides, then the time.
func (p *Portal) queuePosition(tx *store.Tx, code newCode) (store.CodePlace, error) {
	place := store.CodePlace{Urgency: loyalty.UrgencyCode, At: p.messages.FirstCodePosition()}
	phone := code.BusinessID + " " + string(code.channel) + " " + code.customer.Phone
	first := loyalty.UrgencyFirstCode
	if code.request.KnownDevice { // strangers who ask for the same phone do not take its first place
		phone, first = "known "+phone, loyalty.UrgencyKnownCode
	}
	codes, err := p.attempts.Count(tx, Attempt{AttemptCodeOfPhone, phone})
	if err != nil {
		return place, err
	}
	if codes == 1 {
		place.Urgency = first
	}
	if code.request.KnownDevice || code.request.Network == "" {
		return place, nil
	}
	round, err := p.attempts.Count(tx, Attempt{AttemptCodeOfNetwork, code.BusinessID + " " + code.request.Network})
	place.At = place.At.Add(time.Duration(min(round-1, maxPenaltyRounds)) * loyalty.CodeLifetime)
	return place, err
}

// mailSendTime returns a place for the queue of mails, in which time alone decides.
func mailSendTime(place store.CodePlace) time.Time {
	return place.At.Add(time.Duration(place.Urgency-loyalty.UrgencyKnownCode) * classInterval)
}

// better returns the better of two places: a code that replaces one that still waited
// does not go behind those that were asked for meanwhile.
func better(a, b store.CodePlace) store.CodePlace {
	a.Urgency = min(a.Urgency, b.Urgency)
	if b.At.Before(a.At) {
		a.At = b.At
	}
	return a
}

// dropWaitingCode drops the message that would bring the former code, where the new one comes by
// the same way and the former still waits. It returns that message's place, and true.
func dropWaitingCode(tx *store.PlatformTx, code newCode, former loyalty.LoginCode) (store.CodePlace, bool, error) {
	byMail := former.EmailKey != ""
	if former.MessageID == "" || byMail != (code.channel == loyalty.CodeByEmail) || former.BusinessID != code.BusinessID {
		return store.CodePlace{}, false, nil
	}
	if byMail {
		return tx.In(former.BusinessID).Mails().DropCode(former.MessageID)
	}
	return tx.In(former.BusinessID).Queue().DropCode(former.MessageID)
}
