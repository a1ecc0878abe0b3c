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

// clockOff is how much a clock may be wrong before days, codes and limits are.
const clockOff = time.Minute

// otherClock is a clock that ours is compared with.
type otherClock struct {
	whose string
	ahead time.Duration // of this machine's
}

// lookAtClock compares this machine's clock with others.
func (e examination) lookAtClock(ctx context.Context) []Finding {
	zone, err := time.LoadLocation(loyalty.DefaultTimeZone)
	if err != nil {
		return one("clock", Fault, "the program does not know the time zone "+loyalty.DefaultTimeZone+": "+err.Error(), "Install the program anew.")
	}
	now := "it is " + time.Now().In(zone).Format("15:04 on 2 January 2006") + " in " + loyalty.DefaultTimeZone
	clocks := e.otherClocks(ctx)
	if len(clocks) == 0 {
		return one("clock", OK, now+", as this machine says; there is no other clock to compare with: look at yours", "")
	}
	var findings []Finding
	var whose []string
	for _, clock := range clocks {
		whose = append(whose, clock.whose)
		if clock.ahead.Abs() > clockOff {
			findings = append(findings, clock.wrong())
		}
	}
	if len(findings) > 0 {
		return findings
	}
	return one("clock", OK, now+", and so says "+strings.Join(whose, " and "), "")
}

func (c otherClock) wrong() Finding {
	than := "behind"
	if c.ahead < 0 {
		than = "ahead of"
	}
	return Finding{
		Subject: "clock", State: Fault, Found: fmt.Sprintf("this machine's clock is %s %s that of %s: visits get wrong times, codes and sign-ins run out too soon or too late", span(c.ahead.Abs()), than, c.whose),
		ToDo: "Have the wrong one set by the network: sudo timedatectl set-ntp true",
	}
}

// otherClocks are those of the database server and of whoever the server deals with by
// http. Who does not answer is the matter of another look.
func (e examination) otherClocks(ctx context.Context) []otherClock {
	var clocks []otherClock
	if e.Database.URL != "" {
		if server, err := e.database(ctx); err == nil {
			clocks = append(clocks, otherClock{"PostgreSQL", server.ClockAhead})
		}
	}
	var asking sync.WaitGroup
	var mutex sync.Mutex
	for _, address := range e.elsewhere() {
		asking.Go(func() {
			ahead, err := e.clockOf(ctx, address)
			mutex.Lock()
			defer mutex.Unlock()
			if err == nil {
				clocks = append(clocks, otherClock{hostOf(address), ahead})
			}
		})
	}
	asking.Wait()
	return clocks
}

// elsewhere are addresses of others.
func (e examination) elsewhere() []string {
	var addresses []string
	if e.Settings.WhatsApp.Provider == config.WhatsAppCloud {
		addresses = append(addresses, e.Settings.WhatsApp.GraphURL)
	}
	if len(e.Settings.HTTPS.Domains) > 0 {
		addresses = append(addresses, e.Settings.HTTPS.Directory)
	}
	if outside(e.Settings) {
		addresses = append(addresses, e.Settings.ReachedAt())
	}
	return addresses
}

// clockOf is how much the clock of a web server is ahead of ours, to a second.
func (e examination) clockOf(ctx context.Context, address string) (time.Duration, error) {
	asked := time.Now()
	answer, err := e.ask(ctx, http.MethodHead, address)
	if err != nil {
		return 0, err
	}
	said, err := http.ParseTime(answer.header.Get("Date"))
	if err != nil {
		return 0, fmt.Errorf("reading the clock of %s: %w", hostOf(address), err)
	}
	middle := asked.Add(time.Since(asked) / 2)
	return said.Sub(middle).Round(time.Second), nil
}
