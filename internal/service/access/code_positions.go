package access

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// maxPenaltyRounds limits the penalty of a code, so that codes stay before other messages, which are a day behind.
const maxPenaltyRounds = 30

// classInterval separates classes in the mail queue and exceeds all penalties.
const classInterval = 6 * time.Hour

// queuePosition returns a code's place in the queue: by class (loyalty.Urgency…Code), round-robin by network, and time.
// A round lasts a code's validity.
func (p *Portal) queuePosition(tx *store.Tx, code newCode) (store.CodePlace, error) {
	place := store.CodePlace{Urgency: loyalty.UrgencyCode, At: p.messages.FirstCodePosition()}
	phone := code.BusinessID + " " + string(code.channel) + " " + code.customer.Phone
	first := loyalty.UrgencyFirstCode
	if code.request.KnownDevice { // no penalty by codes of other devices
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

// mailSendTime returns an instant: mails are ordered by time only.
func mailSendTime(place store.CodePlace) time.Time {
	return place.At.Add(time.Duration(place.Urgency-loyalty.UrgencyKnownCode) * classInterval)
}

// better takes the smaller urgency and the earlier time, so that a code that replaces another is not sent later.
func better(a, b store.CodePlace) store.CodePlace {
	a.Urgency = min(a.Urgency, b.Urgency)
	if b.At.Before(a.At) {
		a.At = b.At
	}
	return a
}

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
