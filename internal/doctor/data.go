package doctor

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/backup"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store"
)

// lookAtData finds what the data tell: accounts, the last copy, and what waits.
func (e examination) lookAtData(ctx context.Context) (findings []Finding) {
	st, err := store.OpenToLook(ctx, e.Database)
	if err != nil {
		return one("data", Attention, "accounts, copies and what waits could not be looked at", `See "database" above.`)
	}
	defer func() {
		if err := st.Close(); err != nil {
			findings = append(findings, Finding{Subject: "data", State: Attention, Found: err.Error(), ToDo: "Ask again."})
		}
	}()
	survey, err := st.Survey(ctx, time.Now())
	if err != nil {
		return one("data", Fault, "they cannot be read: "+err.Error(), "Say axioma check, with the same settings. If it fails too, the disk or the database is damaged: put the last copy back (docs/operate/backup.md).")
	}
	findings = append(e.accounts(ctx, st), e.copies(survey.Backup, survey.Nightly)...)
	return append(append(findings, queue(survey.Queue)...), notices(survey.Notices))
}

// accounts looks at who may sign in.
func (e examination) accounts(ctx context.Context, st *store.Store) []Finding {
	var operators []loyalty.User
	err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		operators, err = tx.Users().Operators()
		return err
	})
	if err != nil {
		return one("accounts", Fault, "they cannot be read: "+err.Error(), "Ask again; if it stays so, say axioma check.")
	}
	cases, err := service.New(st, service.Options{})
	if err == nil {
		err = e.RefusesData(ctx, cases)
	} else if len(operators) == 0 {
		err = nil // no server has begun on these data, and the first one makes what is missing
	}
	if err != nil {
		return one("accounts", Fault, "a server does not start on these data: "+err.Error(), "Do what the message says.")
	}
	if !slices.ContainsFunc(operators, func(user loyalty.User) bool { return user.DisabledAt.IsZero() }) {
		return one("accounts", Attention, "no operator can sign in, who opens businesses and helps their owners", "Create one: axioma superadmin create --email …")
	}
	return one("accounts", OK, "an operator can sign in, and a server starts on these data", "")
}

// copyLost is how old the last copy may be before there is as good as none.
const copyLost = 7 * 24 * time.Hour

// copies looks at the last copy: when it was made, and whether it is there.
func (e examination) copies(last time.Time, nightly service.NightlyBackups) []Finding {
	folder := e.Settings.BackupTo
	if folder != "" && last.IsZero() {
		if since := time.Since(nightly.Since); nightly.Since.IsZero() {
			return one("backup", Attention, inWords(last)+": the server makes the first three minutes after it starts with AXIOMA_BACKUP_TO", "Start the server with this setting, and ask again some minutes later.")
		} else if since < service.FirstBackupDeadline {
			return one("backup", OK, fmt.Sprintf("%s; the server has begun %s ago to make them each night, and makes the first after three minutes", inWords(last), span(since)), "")
		}
	}
	if folder == "" {
		return one("backup", copyState(last, Attention), inWords(last), copyToDo(last,
			"Have one made each night, on another disk: AXIOMA_BACKUP_TO=DIR (docs/operate/backup.md); or make one now: axioma backup DIR"))
	}
	finding := Finding{
		Subject: "backup", State: copyState(last, Fault), Found: inWords(last),
		ToDo: copyToDo(last, `Make one now: axioma backup `+folder+`. Then look for "upkeep" in the server's log, which says why none was made at night.`),
	}
	newest, err := backup.Newest(folder)
	switch {
	case err != nil:
		finding = Finding{Subject: "backup", State: Fault, Found: "the copies cannot be looked at: " + err.Error(), ToDo: "Look whether the disk of the copies is there, and whether this account may read it."}
	case !last.IsZero() && newest.Before(last.Add(-time.Hour)):
		finding = Finding{Subject: "backup", State: Attention, Found: fmt.Sprintf("%s, and is not in %s any more", inWords(last), folder),
			ToDo: "Look whether the right disk is there and who removed the copy; if it was made elsewhere on purpose, all is well."}
	}
	return []Finding{finding}
}

// copyState says how bad it is that the last copy is of an instant; none at all is as bad as
// it is said.
func copyState(last time.Time, none State) State {
	switch age := time.Since(last); {
	case last.IsZero():
		return none
	case age > copyLost:
		return Fault
	case age > service.BackupMaxAge:
		return Attention
	}
	return OK
}

func copyToDo(last time.Time, toDo string) string {
	if copyState(last, Fault) == OK {
		return ""
	}
	return toDo
}

func inWords(last time.Time) string {
	if last.IsZero() {
		return "no copy of these data is known of"
	}
	return fmt.Sprintf("the last copy was made %s ago, on %s", span(time.Since(last)), last.Local().Format("2006-01-02 15:04"))
}

// hold is what messages wait for, and what that means.
type hold struct {
	by      loyalty.MessageHold
	means   string
	patient time.Duration // that they may wait so long; zero: an operator has to act at once
	state   State         // when they have waited longer
	toDo    string
}

// holds are in the order in which they are told.
func holds() []hold {
	const limits = "Raise the limits of the business in the control panel, if she is to send so many."
	return []hold{
		{loyalty.HeldBySetup, "because WhatsApp refuses the sender or the template", 0, Fault, `See "whatsapp" above; /cpanel/mensajes has the reason of each.`},
		{loyalty.HeldByRestore, "since a copy was put back, for they may have been sent before", 0, Attention, "Look at them at /cpanel/mensajes. Then say axioma messages release, which sends them, or axioma messages drop."},
		{"", "for their turn", 15 * time.Minute, Attention, "Look whether the server runs, and for its worker's lines in the log; /cpanel/mensajes says of each when it is tried again."},
		{loyalty.HeldByRate, "for the limit of messages a minute", time.Hour, Attention, limits},
		{loyalty.HeldByDaily, "for the limit of messages a day", 36 * time.Hour, Attention, limits},
		{loyalty.HeldByMonthly, "for the limit of messages a month", 36 * time.Hour, Attention, limits},
		{loyalty.HeldByQuiet, "for the end of quiet hours", 36 * time.Hour, Attention, "Look at the quiet hours of the business (/app/settings)."},
		{loyalty.HeldByProvider, "for a limit of WhatsApp's", 4 * time.Hour, Attention, "Nothing, where it passes. If not: WhatsApp Manager says which limit it is."},
		{loyalty.HeldByDisabled, "because an operator has switched the messages of the business off", 0, OK, ""},
		{loyalty.HeldBySuspended, "because the business is suspended", 0, OK, ""},
	}
}

// queue looks at the messages that wait.
func queue(waiting []store.WaitingMessages) []Finding {
	var findings []Finding
	var well []string
	for _, hold := range holds() {
		number, oldest := heldBy(waiting, hold.by)
		if number == 0 {
			continue
		}
		waited := time.Since(oldest)
		found := fmt.Sprintf("%s %s, the oldest for %s", waits(number), hold.means, span(waited))
		if hold.state == OK || hold.patient > 0 && waited <= hold.patient {
			well = append(well, found)
			continue
		}
		findings = append(findings, Finding{Subject: "queue", State: hold.state, Found: found, ToDo: hold.toDo})
	}
	switch {
	case len(well) > 0:
		return append(findings, Finding{Subject: "queue", State: OK, Found: strings.Join(well, "; ")})
	case len(findings) == 0:
		return one("queue", OK, "no message waits", "")
	}
	return findings
}

func waits(messages int64) string {
	if messages == 1 {
		return "1 message waits"
	}
	return fmt.Sprintf("%d messages wait", messages)
}

// heldBy counts messages of all kinds that wait for the same.
func heldBy(waiting []store.WaitingMessages, by loyalty.MessageHold) (number int64, oldest time.Time) {
	for _, some := range waiting {
		if some.HeldBy != by {
			continue
		}
		number += some.Count
		if oldest.IsZero() || some.Oldest.Before(oldest) {
			oldest = some.Oldest
		}
	}
	return number, oldest
}

// noticesLate is how long what WhatsApp has told may wait.
const noticesLate = 15 * time.Minute

func notices(waiting store.WaitingNotices) Finding {
	finding := Finding{Subject: "notices", State: OK, Found: "nothing that WhatsApp has told waits"}
	if waiting.Count == 0 {
		return finding
	}
	waited := time.Since(waiting.Oldest)
	finding.Found = fmt.Sprintf("%s of WhatsApp not dealt with, the oldest for %s", count(waiting.Count, "notice"), span(waited))
	if waited > noticesLate {
		finding.State = Attention
		finding.ToDo = `Look whether the server runs, and for "notice" in its log, which says why. Each is tried for eight days.`
	}
	return finding
}
