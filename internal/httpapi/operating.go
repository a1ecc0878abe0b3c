package httpapi

import (
	"context"
	"net/http"
	"time"

	"axioma/internal/service"
)

// Backups are the backups that an operator may ask for.
type Backups struct {
	Start func() // begins a backup, unless one is being made
	State func() BackupState
}

// BackupState is how the backups of this server stand.
type BackupState struct {
	Running bool // one is being made
	Failed  bool // the last one was not made
}

// ReleaseState is what is known of the newest release.
type ReleaseState struct {
	Version string // of this program
	Asks    bool   // the operator allows the server to ask
	Newest  string // empty: nothing is known yet
	Address string // where it is described; may be empty
	Newer   bool   // Newest comes after Version
}

// operatingCalls are the operator's calls about the server itself.
type operatingCalls struct {
	cases        *service.Service
	backups      *Backups                                             // nil: no folder is set up
	sendTestMail func(ctx context.Context, to string) (reason string) // nil: no server of mails is set up
	releases     func() ReleaseState
}

// LastBackup says when the data were copied last.
type LastBackup struct {
	At      *time.Time `json:"at" doc:"When the last sound copy was begun; null: none is known of"`
	Old     bool       `json:"old" doc:"It is older than 36 hours, or none is known of"`
	Nightly bool       `json:"nightly" doc:"Whether the server copies the data each night"`
	Running bool       `json:"running" doc:"This server is making one"`
	Failed  bool       `json:"failed" doc:"The last one that this server began was not made; its log says why"`
}

type lastBackupOutput struct{ Body LastBackup }

func (c operatingCalls) lastBackup(ctx context.Context, _ *nothing) (*lastBackupOutput, error) {
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

func (c operatingCalls) backUp(ctx context.Context, in *nothing) (*lastBackupOutput, error) {
	if c.backups == nil {
		return nil, &Problem{status: http.StatusConflict, Code: "NO_BACKUP_FOLDER", Message: "No hay carpeta para las copias: configúrala con AXIOMA_BACKUP_TO."}
	}
	c.backups.Start()
	return c.lastBackup(ctx, in)
}

// MailTrial is how sending a mail to try went.
type MailTrial struct {
	To     string  `json:"to" doc:"The operator's own address"`
	Sent   bool    `json:"sent" doc:"The server of mails has taken it"`
	Reason *string `json:"reason" doc:"Why not, in the words of the server of mails"`
}

type mailTrialOutput struct{ Body MailTrial }

// sendTestMailToOperator sends a mail to the operator who asks, and to no other address: nobody is to be
// bothered through this server.
func (c operatingCalls) sendTestMailToOperator(ctx context.Context, _ *nothing) (*mailTrialOutput, error) {
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

// Version is which release runs here, and whether there is a newer one.
type Version struct {
	Version string  `json:"version"`
	Asks    bool    `json:"asks" doc:"Whether the operator allows the server to ask for the newest release"`
	Newest  *string `json:"newest" doc:"The newest release; null: it is not known"`
	Address *string `json:"address" doc:"Where it is described"`
	Newer   bool    `json:"newer" doc:"The newest release is newer than this one"`
}

type versionOutput struct{ Body Version }

func (c operatingCalls) version(context.Context, *nothing) (*versionOutput, error) {
	var state ReleaseState
	if c.releases != nil {
		state = c.releases()
	}
	return &versionOutput{Body: Version{
		Version: state.Version, Asks: state.Asks, Newest: orNull(state.Newest), Address: orNull(state.Address), Newer: state.Newer,
	}}, nil
}
