package httpapi

import (
	"context"
	"net/http"
	"testing"
)

func fakeBackups(state *BackupState) *Backups {
	return &Backups{Start: func() { state.Running = true }, State: func() BackupState { return *state }}
}

func TestBackUp_Operator_StartsOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOperator, http.MethodPost, "/cp/backup", "").has(http.StatusConflict, "NO_BACKUP_FOLDER")
	state := BackupState{Failed: true}
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.Backups = fakeBackups(&state) })
	s.call(asOperator, http.MethodGet, "/cp/backup", "").has(http.StatusOK, `"running":false`, `"failed":true`)
	s.call(asOwner, http.MethodPost, "/cp/backup", "").has(http.StatusForbidden)
	if state.Running {
		t.Error("an owner could begin a backup")
	}
	s.call(asOperator, http.MethodPost, "/cp/backup", "").has(http.StatusOK, `"running":true`, `"nightly":true`)
}

func TestMailTrial_Operator_SendsToTheOperatorOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOperator, http.MethodPost, "/cp/mail/trial", "").has(http.StatusConflict, "NO_MAIL_SERVER")
	var sentTo []string
	reason := ""
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) {
		o.SendTestMail = func(_ context.Context, to string) string {
			sentTo = append(sentTo, to)
			return reason
		}
	})
	s.call(asOwner, http.MethodPost, "/cp/mail/trial", "").has(http.StatusForbidden)
	var trial MailTrial
	s.call(asOperator, http.MethodPost, "/cp/mail/trial", "").has(http.StatusOK, `"sent":true`, `"reason":null`).into(&trial)
	if len(sentTo) != 1 || sentTo[0] != trial.To || trial.To == "" {
		t.Errorf("mails went to %q, but the answer says %+v, want one mail to the address in the answer", sentTo, trial)
	}
	reason = "550 no such account"
	s.call(asOperator, http.MethodPost, "/cp/mail/trial", "").has(http.StatusOK, `"sent":false`, reason)
}

func TestVersion_Operator_SeesNewerRelease(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) {
		o.Releases = func() ReleaseState { return ReleaseState{Version: "1.2.3", Asks: true, Newest: "1.3.0", Newer: true} }
	})
	s.call(asOwner, http.MethodGet, "/cp/version", "").has(http.StatusForbidden)
	s.call(asOperator, http.MethodGet, "/cp/version", "").has(http.StatusOK, `"version":"1.2.3"`, `"newest":"1.3.0"`, `"newer":true`, `"address":null`)
}
