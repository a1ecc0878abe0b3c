package service

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/store"
)

const (
	maintenanceSetting = "maintenance.last"

	// maxMaintenanceGap exceeds most summer breaks, but no retention of important data.
	maxMaintenanceGap = 30 * 24 * time.Hour
	// clockDoubtPeriod lets NTP or an operator correct the clock.
	clockDoubtPeriod = 24 * time.Hour
)

// ErrClockInDoubt means that nothing is removed: with a clock years ahead, all customers would seem silent.
var ErrClockInDoubt = errors.New("the clock is more than 30 days after the last maintenance, so nothing is removed for a day: check the date of this machine. " +
	"If no server ran for that long, there is nothing to do")

// runUnlessInDoubt pauses for clockDoubtPeriod after a jump of maxMaintenanceGap, even while no server ran.
func (u *Maintenance) runUnlessInDoubt(ctx context.Context) error {
	isInDoubt := false
	err := u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		storedTimes, err := tx.Settings().Lock(maintenanceSetting)
		if err != nil {
			return err
		}
		times := parseMaintenanceTimes(storedTimes).next(u.base.Now())
		isInDoubt = !times.doubtedAt.IsZero()
		return tx.Settings().Set(maintenanceSetting, times.String())
	})
	switch {
	case err != nil:
		return fmt.Errorf("comparing the clock with the last maintenance: %w", err)
	case isInDoubt:
		return ErrClockInDoubt
	}
	return u.Run(ctx)
}

// maintenanceTimes has the last maintenance and the begin of doubt.
type maintenanceTimes struct{ last, doubtedAt time.Time }

// next returns the times of a maintenance that begins now. If doubtedAt is set, the clock is in doubt. A clock set back
// is not.
func (m maintenanceTimes) next(now time.Time) maintenanceTimes {
	if m.last.IsZero() || now.Sub(m.last) <= maxMaintenanceGap {
		return maintenanceTimes{last: now}
	}
	inDoubtFor := now.Sub(m.doubtedAt)
	switch {
	case m.doubtedAt.IsZero() || inDoubtFor < 0 || inDoubtFor > maxMaintenanceGap:
		m.doubtedAt = now
	case inDoubtFor >= clockDoubtPeriod:
		return maintenanceTimes{last: now}
	}
	return m
}

func parseMaintenanceTimes(text string) maintenanceTimes {
	var last, doubtedAt int64
	if _, err := fmt.Sscanf(text, "%d %d", &last, &doubtedAt); err != nil {
		return maintenanceTimes{}
	}
	times := maintenanceTimes{last: time.UnixMilli(last).UTC()}
	if doubtedAt != 0 {
		times.doubtedAt = time.UnixMilli(doubtedAt).UTC()
	}
	return times
}

func (m maintenanceTimes) String() string {
	if m.doubtedAt.IsZero() {
		return fmt.Sprintf("%d 0", m.last.UnixMilli())
	}
	return fmt.Sprintf("%d %d", m.last.UnixMilli(), m.doubtedAt.UnixMilli())
}
