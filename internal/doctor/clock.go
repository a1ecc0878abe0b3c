package doctor

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"axioma/internal/config"
	"axioma/internal/loyalty"
)

// maxClockSkew is the skew from which days, codes and limits are wrong.
const maxClockSkew = time.Minute

type clock struct {
	owner string
	ahead time.Duration
}

func (e examination) checkClock(ctx context.Context) []Finding {
	zone, err := time.LoadLocation(loyalty.DefaultTimeZone)
	if err != nil {
		return finding("clock", Fault, "unknown time zone "+loyalty.DefaultTimeZone+": "+err.Error(), "Reinstall the program.")
	}
	now := "it is " + time.Now().In(zone).Format("15:04 on 2 January 2006") + " in " + loyalty.DefaultTimeZone
	clocks := e.askClocks(ctx)
	if len(clocks) == 0 {
		return finding("clock", OK, now+", as this machine says; there is no other clock to compare with, so check it by hand", "")
	}
	var findings []Finding
	var owners []string
	for _, clock := range clocks {
		owners = append(owners, clock.owner)
		if clock.ahead.Abs() > maxClockSkew {
			findings = append(findings, clock.finding())
		}
	}
	if len(findings) > 0 {
		return findings
	}
	return finding("clock", OK, now+", confirmed by "+strings.Join(owners, " and "), "")
}

func (c clock) finding() Finding {
	relation := "behind"
	if c.ahead < 0 {
		relation = "ahead of"
	}
	return Finding{
		Subject: "clock", State: Fault, Detail: fmt.Sprintf("this machine's clock is %s %s that of %s: visits get wrong times, and codes and sessions expire too early or too late", formatDuration(c.ahead.Abs()), relation, c.owner),
		ToDo: "Synchronize the wrong one: sudo timedatectl set-ntp true",
	}
}

// askClocks returns other servers' clocks. It skips servers without an answer, which other checks report.
func (e examination) askClocks(ctx context.Context) []clock {
	var clocks []clock
	if e.Database.URL != "" {
		if server, err := e.database(ctx); err == nil {
			clocks = append(clocks, clock{"PostgreSQL", server.ClockAhead})
		}
	}
	var asking sync.WaitGroup
	var mutex sync.Mutex
	for _, address := range e.clockAddresses() {
		asking.Go(func() {
			ahead, err := e.askClock(ctx, address)
			mutex.Lock()
			defer mutex.Unlock()
			if err == nil {
				clocks = append(clocks, clock{hostOf(address), ahead})
			}
		})
	}
	asking.Wait()
	return clocks
}

func (e examination) clockAddresses() []string {
	var addresses []string
	if e.Settings.WhatsApp.Provider == config.WhatsAppCloud {
		addresses = append(addresses, e.Settings.WhatsApp.GraphURL)
	}
	if len(e.Settings.HTTPS.Domains) > 0 {
		addresses = append(addresses, e.Settings.HTTPS.Directory)
	}
	if isPublic(e.Settings) {
		addresses = append(addresses, e.Settings.BaseURL())
	}
	return addresses
}

// askClock returns a server's lead over this machine, to the second.
func (e examination) askClock(ctx context.Context, address string) (time.Duration, error) {
	start := time.Now()
	response, err := e.httpGet(ctx, http.MethodHead, address)
	if err != nil {
		return 0, err
	}
	serverTime, err := http.ParseTime(response.header.Get("Date"))
	if err != nil {
		return 0, fmt.Errorf("reading the clock of %s: %w", hostOf(address), err)
	}
	middle := start.Add(time.Since(start) / 2)
	return serverTime.Sub(middle).Round(time.Second), nil
}
