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

func (e examination) checkStoredData(ctx context.Context) (findings []Finding) {
	st, err := store.OpenToInspect(ctx, e.Database)
	if err != nil {
		return finding("data", Attention, "accounts, backups and queues could not be checked", `See "database" above.`)
	}
	defer func() {
		if err := st.Close(); err != nil {
			findings = append(findings, Finding{Subject: "data", State: Attention, Detail: err.Error(), ToDo: "Run axioma doctor again."})
		}
	}()
	survey, err := st.Survey(ctx, time.Now())
	if err != nil {
		return finding("data", Fault, "the data cannot be read: "+err.Error(), "Run axioma check with the same settings. If it fails too, the disk or the database is damaged: restore the last backup (docs/operate/backup.md).")
	}
	findings = append(e.checkAccounts(ctx, st), checkSigningKeys(ctx, st)...)
	findings = append(findings, e.checkBackups(survey.Backup, survey.Nightly)...)
	findings = append(findings, checkMoves(ctx, st)...)
	return append(append(findings, checkQueue(survey.Queue)...), checkNotices(survey.Notices))
}

func (e examination) checkAccounts(ctx context.Context, st *store.Store) []Finding {
	var operators []loyalty.User
	err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		operators, err = tx.Users().Operators()
		return err
	})
	if err != nil {
		return finding("accounts", Fault, "the data cannot be read: "+err.Error(), "Run axioma doctor again. If this finding stays, run axioma check.")
	}
	cases, err := service.New(st, service.Options{})
	if err == nil {
		err = e.CheckData(ctx, cases)
	} else if len(operators) == 0 {
		err = nil // new data, created by the first server
	}
	if err != nil {
		return finding("accounts", Fault, "a server does not start with these data: "+err.Error(), "Follow the message.")
	}
	if !slices.ContainsFunc(operators, func(user loyalty.User) bool { return user.DisabledAt.IsZero() }) {
		return finding("accounts", Attention, "no operator can sign in, so no businesses can be created or supported", "Create one: axioma superadmin create --email …")
	}
	if open := withoutSecondFactor(operators); len(open) > 0 {
		return finding("accounts", Attention, "these operators have no second factor yet: "+strings.Join(open, ", "),
			"Sign in with each: the server asks to enrol an authenticator app or a passkey. Disable those that are not used: axioma superadmin disable --email …")
	}
	return finding("accounts", OK, "an operator can sign in, all have a second factor, and a server starts with these data", "")
}

func withoutSecondFactor(operators []loyalty.User) (emails []string) {
	for _, user := range operators {
		if user.DisabledAt.IsZero() && !user.SecondFactor.IsEnrolled() {
			emails = append(emails, user.Email)
		}
	}
	return emails
}

// maxMove exceeds the move of a large business.
const maxMove = 2 * time.Hour

// checkMoves reports unfinished moves. After an interruption during the pause no server serves the business.
func checkMoves(ctx context.Context, st *store.Store) (findings []Finding) {
	var moves []store.UnfinishedMove
	err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		moves, err = tx.Businesses().UnfinishedMoves()
		return err
	})
	if err != nil {
		return finding("moves", Fault, "the data cannot be read: "+err.Error(), "Run axioma doctor again. If this finding stays, run axioma check.")
	}
	for _, move := range moves {
		findings = append(findings, moveFinding(move, time.Since(move.ChangedAt)))
	}
	return findings
}

func moveFinding(move store.UnfinishedMove, age time.Duration) Finding {
	direction := "moving to"
	if move.State == store.MoveArriving {
		direction = "arriving from"
	}
	finding := Finding{Subject: "moves", State: OK, Detail: fmt.Sprintf("business %s is %s %s (%s for %s)", move.BusinessID, direction, move.Place, move.State, formatDuration(age))}
	if age > maxMove || move.State != store.MoveArriving && age > time.Hour {
		finding.State, finding.ToDo = Attention, "If no axioma move runs, it was interrupted: run it again, or with --cancel (docs/operate/move.md)."
	}
	return finding
}

const backupTooOld = 7 * 24 * time.Hour

func (e examination) checkBackups(last time.Time, nightly service.NightlyBackups) []Finding {
	folder := e.Settings.BackupTo
	if folder != "" && last.IsZero() {
		if since := time.Since(nightly.Since); nightly.Since.IsZero() {
			return finding("backup", Attention, describeBackup(last)+": the server makes the first one three minutes after it starts with AXIOMA_BACKUP_TO", "Start the server with this setting, and check again some minutes later.")
		} else if since < service.FirstBackupDeadline {
			return finding("backup", OK, fmt.Sprintf("%s; nightly backups were enabled %s ago, and the first is made after three minutes", describeBackup(last), formatDuration(since)), "")
		}
	}
	if folder == "" {
		return finding("backup", backupState(last, Attention), describeBackup(last), backupToDo(last,
			"Enable nightly backups to another disk: AXIOMA_BACKUP_TO=DIR (docs/operate/backup.md); or make one now: axioma backup DIR"))
	}
	finding := Finding{
		Subject: "backup", State: backupState(last, Fault), Detail: describeBackup(last),
		ToDo: backupToDo(last, `Make one now: axioma backup `+folder+`. Then look for "maintenance" in the server's log, which says why none was made at night.`),
	}
	newest, err := backup.NewestTime(folder)
	switch {
	case err != nil:
		finding = Finding{Subject: "backup", State: Fault, Detail: "the backups cannot be read: " + err.Error(), ToDo: "Check that the backup disk is mounted and readable by this account."}
	case !last.IsZero() && newest.Before(last.Add(-time.Hour)):
		finding = Finding{Subject: "backup", State: Attention, Detail: fmt.Sprintf("%s, but it is not in %s any more", describeBackup(last), folder),
			ToDo: "Check that the right disk is mounted and who removed the backup; ignore this if the backup was made elsewhere on purpose."}
	}
	return []Finding{finding}
}

func backupState(last time.Time, none State) State {
	switch age := time.Since(last); {
	case last.IsZero():
		return none
	case age > backupTooOld:
		return Fault
	case age > service.BackupMaxAge:
		return Attention
	}
	return OK
}

func backupToDo(last time.Time, toDo string) string {
	if backupState(last, Fault) == OK {
		return ""
	}
	return toDo
}

func describeBackup(last time.Time) string {
	if last.IsZero() {
		return "no backup of these data is known"
	}
	return fmt.Sprintf("the last backup was made %s ago, on %s", formatDuration(time.Since(last)), last.Local().Format("2006-01-02 15:04"))
}

type holdRule struct {
	reason  loyalty.MessageHold
	text    string
	maxWait time.Duration // normal wait; zero: act at once
	state   State         // after maxWait
	toDo    string
}

func holdRules() []holdRule {
	const limits = "Raise the limits of the business in the control panel if it should send that many."
	return []holdRule{
		{loyalty.HeldBySetup, "because WhatsApp rejects the sender or the template", 0, Fault, `See "whatsapp" above; /cpanel/mensajes has the reason of each.`},
		{loyalty.HeldByRestore, "since a restore, because they may have been sent before", 0, Attention, "Review them at /cpanel/mensajes. Then run axioma messages release to send them, or axioma messages drop."},
		{"", "for their turn", 15 * time.Minute, Attention, "Check that the server runs, and look for its worker in the log; /cpanel/mensajes shows when each is retried."},
		{loyalty.HeldByRate, "for the limit of messages a minute", time.Hour, Attention, limits},
		{loyalty.HeldByDaily, "for the limit of messages a day", 36 * time.Hour, Attention, limits},
		{loyalty.HeldByMonthly, "for the limit of messages a month", 36 * time.Hour, Attention, limits},
		{loyalty.HeldByQuiet, "for the end of quiet hours", 36 * time.Hour, Attention, "Check the quiet hours of the business (/app/settings)."},
		{loyalty.HeldByProvider, "for a limit of WhatsApp's", 4 * time.Hour, Attention, "Wait. If this finding stays, WhatsApp Manager shows which limit it is."},
		{loyalty.HeldByDisabled, "because an operator has disabled the messages of the business", 0, OK, ""},
		{loyalty.HeldBySuspended, "because the business is suspended", 0, OK, ""},
	}
}

func checkQueue(waiting []store.WaitingMessages) []Finding {
	var findings []Finding
	var well []string
	for _, hold := range holdRules() {
		number, oldest := sumHeldBy(waiting, hold.reason)
		if number == 0 {
			continue
		}
		waitTime := time.Since(oldest)
		detail := fmt.Sprintf("%s %s, the oldest for %s", countWaiting(number), hold.text, formatDuration(waitTime))
		if hold.state == OK || hold.maxWait > 0 && waitTime <= hold.maxWait {
			well = append(well, detail)
			continue
		}
		findings = append(findings, Finding{Subject: "queue", State: hold.state, Detail: detail, ToDo: hold.toDo})
	}
	switch {
	case len(well) > 0:
		return append(findings, Finding{Subject: "queue", State: OK, Detail: strings.Join(well, "; ")})
	case len(findings) == 0:
		return finding("queue", OK, "no messages are queued", "")
	}
	return findings
}

func countWaiting(messages int64) string {
	if messages == 1 {
		return "1 message waits"
	}
	return fmt.Sprintf("%d messages wait", messages)
}

func sumHeldBy(waiting []store.WaitingMessages, by loyalty.MessageHold) (number int64, oldest time.Time) {
	for _, messages := range waiting {
		if messages.HeldBy != by {
			continue
		}
		number += messages.Count
		if oldest.IsZero() || messages.Oldest.Before(oldest) {
			oldest = messages.Oldest
		}
	}
	return number, oldest
}

const maxNoticeWait = 15 * time.Minute

func checkNotices(waiting store.WaitingNotices) Finding {
	finding := Finding{Subject: "notices", State: OK, Detail: "no notices of WhatsApp are waiting"}
	if waiting.Count == 0 {
		return finding
	}
	waitTime := time.Since(waiting.Oldest)
	finding.Detail = fmt.Sprintf("%s of WhatsApp not processed, the oldest for %s", formatCount(waiting.Count, "notice"), formatDuration(waitTime))
	if waitTime > maxNoticeWait {
		finding.State = Attention
		finding.ToDo = `Check that the server runs, and look for "notice" in its log for the cause. Each is retried for eight days.`
	}
	return finding
}
