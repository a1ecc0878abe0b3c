package httpapi

import (
	"context"
	"net/http"
	"time"

	"axioma/internal/service"
)

// Backups lets operators start backups.
type Backups struct {
	Start func() // does nothing during a backup
	State func() BackupState
}

// BackupState is the state of this server's backups.
type BackupState struct {
	Running bool
	Failed  bool
}

// ReleaseState compares releases.
type ReleaseState struct {
	Version string
	Asks    bool // may check for releases
	Newest  string
	Address string // release notes; may be empty
	Newer   bool
}

type operatingCalls struct {
	cases        *service.Service
	backups      *Backups
	sendTestMail func(ctx context.Context, to string) (reason string)
	releases     func() ReleaseState
}

// LastBackup describes the last backup.
type LastBackup struct {
	At      *time.Time `json:"at" doc:"Start of the last valid backup; null: none is known"`
	Old     bool       `json:"old" doc:"The last backup is older than 36 hours, or none is known"`
	Nightly bool       `json:"nightly" doc:"The server makes nightly backups"`
	Running bool       `json:"running" doc:"This server is making a backup"`
	Failed  bool       `json:"failed" doc:"The last backup of this server failed. The log has the reason"`
}

type lastBackupOutput struct{ Body LastBackup }

func (c operatingCalls) lastBackup(ctx context.Context, _ *noInput) (*lastBackupOutput, error) {
	at, err := c.cases.Maintenance.LastBackup(ctx)
	if err != nil {
		return nil, err
	}
	last := LastBackup{At: instantOrNull(at), Old: c.cases.Maintenance.IsBackupStale(at), Nightly: c.backups != nil}
	if c.backups != nil {
		state := c.backups.State()
		last.Running, last.Failed = state.Running, state.Failed
	}
	return &lastBackupOutput{Body: last}, nil
}

func (c operatingCalls) backUp(ctx context.Context, in *noInput) (*lastBackupOutput, error) {
	if c.backups == nil {
		return nil, &Problem{status: http.StatusConflict, Code: "NO_BACKUP_FOLDER", Message: "No hay carpeta para las copias: configúrala con AXIOMA_BACKUP_TO."}
	}
	c.backups.Start()
	return c.lastBackup(ctx, in)
}

// MailTrial is the result of a test e-mail.
type MailTrial struct {
	To     string  `json:"to" doc:"The operator's own address"`
	Sent   bool    `json:"sent" doc:"The mail server accepted it"`
	Reason *string `json:"reason" doc:"Why the mail server refused it"`
}

type mailTrialOutput struct{ Body MailTrial }

// sendTestMailToOperator sends only to the caller, against spam.
func (c operatingCalls) sendTestMailToOperator(ctx context.Context, _ *noInput) (*mailTrialOutput, error) {
	if c.sendTestMail == nil {
		return nil, &Problem{status: http.StatusConflict, Code: "NO_MAIL_SERVER", Message: "El correo no está configurado: faltan AXIOMA_MAIL_SERVER y AXIOMA_MAIL_FROM."}
	}
	to, err := c.cases.ControlPanel.EmailOf(ctx, actor(ctx))
	if err != nil {
		return nil, err
	}
	reason := c.sendTestMail(ctx, to)
	return &mailTrialOutput{Body: MailTrial{To: to, Sent: reason == "", Reason: orNull(reason)}}, nil
}

// Version has the running release and a newer one.
type Version struct {
	Version string  `json:"version"`
	Asks    bool    `json:"asks" doc:"The server may check for the newest release"`
	Newest  *string `json:"newest" doc:"The newest release; null: unknown"`
	Address *string `json:"address" doc:"URL of the release notes"`
	Newer   bool    `json:"newer" doc:"A newer release is available"`
}

type versionOutput struct{ Body Version }

func (c operatingCalls) version(context.Context, *noInput) (*versionOutput, error) {
	var state ReleaseState
	if c.releases != nil {
		state = c.releases()
	}
	return &versionOutput{Body: Version{
		Version: state.Version, Asks: state.Asks, Newest: orNull(state.Newest), Address: orNull(state.Address), Newer: state.Newer,
	}}, nil
}
