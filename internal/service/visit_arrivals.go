package service

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

type arrival struct {
	at, receivedAt time.Time
	skew           time.Duration
	deviceID       string
}

func (r VisitRequest) arrival(actor usecase.Actor, business loyalty.Business, now time.Time) (arrival, error) {
	if handover := r.handover; handover != nil {
		return arrival{handover.At, handover.ReceivedAt, handover.ClockSkew, handover.DeviceID}, nil
	}
	if r.Day != "" {
		at, err := business.MiddayOf(r.Day, now)
		return arrival{at: at, receivedAt: now, deviceID: actor.DeviceID}, err
	}
	return arrival{r.Times.HappenedAt(now), now, r.Times.ClockSkew(now), actor.DeviceID}, nil
}

// normalizePastDay puts the reason into the notes. It refuses an authorized further visit, or device times.
func (r VisitRequest) normalizePastDay() (VisitRequest, error) {
	if r.Authorized || !r.Times.SentAt.IsZero() {
		return r, loyalty.InvalidField("day", "De otro día se anota una sola visita, sin autorizar y sin hora.")
	}
	reason, err := loyalty.CheckReason("reason", r.Reason)
	if err != nil {
		return r, err
	}
	r.Notes, err = loyalty.CleanNotes("notes", loyalty.PastDayNotes(reason, r.Notes))
	return r, err
}
