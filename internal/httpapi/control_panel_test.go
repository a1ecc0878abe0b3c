package httpapi

import (
	"archive/zip"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store"
)

// Spec: calls-34
func TestBusinessList_Pages_ListEachOnceNewestFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ids := []string{s.Business.ID, s.other.Business.ID}
	for range 5 {
		s.Clock.Advance(time.Hour)
		ids = append(ids, s.Town.Shop(t).Business.ID)
	}
	slices.Reverse(ids) // the first two have the same time and are sorted by id
	for _, limit := range []int{1, 2, 3, 50} {
		if got := s.walk(asOperator, "/cp/businesses", limit); !slices.Equal(got, ids) {
			t.Errorf("pages of %d: %v, want %v", limit, got, ids)
		}
	}
	s.call(asOperator, http.MethodGet, "/cp/businesses?q="+s.Business.ID, "").has(http.StatusOK,
		`"items":[{"id":"`+s.Business.ID+`","name":"`+s.Business.Name+`","status":"ACTIVE"`, `"createdAt":"2026-03-26T`)
}

func TestMessageList_Pages_ListEachOnceNewestFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for i := range 7 {
		s.Register("Ana")
		if i%3 == 0 {
			s.Clock.Advance(time.Minute)
		}
	}
	whole := s.walk(asOperator, "/cp/wa/messages", 50)
	for _, limit := range []int{1, 2, 6} {
		if got := s.walk(asOperator, "/cp/wa/messages?status=QUEUED", limit); !slices.Equal(got, whole) || len(got) != 7 {
			t.Errorf("pages of %d: %v, want %v", limit, got, whole)
		}
	}
	if got := s.walk(asOperator, "/cp/wa/messages?status=SENT", 50); len(got) != 0 {
		t.Errorf("messages SENT: %v, want none", got)
	}
	for query, want := range map[string]int{"kind=QR": 7, "kind=OTP": 0, "businessId=" + s.Business.ID: 7, "businessId=" + s.other.Business.ID: 0} {
		if got := s.walk(asOperator, "/cp/wa/messages?"+query, 3); len(got) != want {
			t.Errorf("%s: %d messages, want %d", query, len(got), want)
		}
	}
	s.call(asOperator, http.MethodGet, "/cp/wa/messages?kind=LOST", "").has(http.StatusUnprocessableEntity, "kind")
	s.call(asOperator, http.MethodGet, "/cp/wa/messages?status=LOST", "").has(http.StatusUnprocessableEntity, "status")
	s.call(asOperator, http.MethodGet, "/cp/wa/messages", "").has(http.StatusOK, s.Business.Name)
}

// Spec: entities-14
func TestOpenBusiness_Response_HasOwnerAndPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	var openedBusiness OpenedBusiness
	s.call(asOperator, http.MethodPost, "/cp/businesses", `{"name":"Sur","ownerEmail":"eva@sur.test"}`).has(http.StatusCreated).into(&openedBusiness)
	if openedBusiness.Owner.Role != loyalty.Owner || openedBusiness.Business.TimeZone != "Europe/Madrid" || openedBusiness.Business.Country != "ES" ||
		openedBusiness.Business.Activity.MonthlyCap == 0 || openedBusiness.Business.Activity.Customers != 0 {
		t.Errorf("the opened business is %+v; want Owner.Role %v, Business.TimeZone Europe/Madrid, Business.Country ES, some Business.Activity.MonthlyCap and Business.Activity.Customers 0", openedBusiness, loyalty.Owner)
	}
	s.call(asAnonymous, http.MethodPost, "/auth/login", `{"email":"eva@sur.test","password":"`+*openedBusiness.TempPassword+`"}`).has(http.StatusOK, openedBusiness.Business.ID)
	s.call(asOperator, http.MethodPost, "/cp/businesses", `{"name":"Sur","ownerEmail":"eva@sur.test"}`).has(http.StatusConflict, "EMAIL_TAKEN")
	for body, field := range map[string]string{
		`{"name":" ","ownerEmail":"a@b.test"}`: "name", `{"name":"Sur","ownerEmail":"a"}`: "ownerEmail",
		`{"name":"Sur","ownerEmail":"a@b.test","timezone":"Local"}`: "timezone", `{"name":"Sur","ownerEmail":"a@b.test","country":"ZZ"}`: "country",
	} {
		problem := s.call(asOperator, http.MethodPost, "/cp/businesses", body).has(http.StatusUnprocessableEntity).problem()
		if len(problem.Errors) != 1 || problem.Errors[0].Field != field {
			t.Errorf("%s: %+v, want the field %s", body, problem.Errors, field)
		}
	}
}

func TestOpenBusiness_SameKey_ReplaysWithoutPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const body = `{"name":"Sur","ownerEmail":"eva@sur.test"}`
	var openedBusiness OpenedBusiness
	s.callWith(asOperator, "one", "/cp/businesses", body).has(http.StatusCreated, `"replayed":false`).into(&openedBusiness)
	s.callWith(asOperator, "one", "/cp/businesses", body).has(http.StatusCreated,
		openedBusiness.Business.ID, openedBusiness.Owner.ID, `"tempPassword":null`, `"replayed":true`)
	s.callWith(asOperator, "one", "/cp/businesses", `{"name":"Norte","ownerEmail":"ana@norte.test"}`).has(http.StatusUnprocessableEntity, "IDEMPOTENCY_MISMATCH")
	s.call(asOperator, http.MethodPost, "/cp/users/"+openedBusiness.Owner.ID+"/reset-password?businessId="+openedBusiness.Business.ID, "").has(http.StatusOK, "tempPassword")
}

func TestExport_Response_IsAZIPAttachment(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := newSite(t)
	s.Customer("Ana Secreta")
	got := s.call(asOperator, http.MethodGet, "/cp/businesses/"+s.Business.ID+"/export", "").has(http.StatusOK)
	if _, err := zip.NewReader(strings.NewReader(got.body), int64(len(got.body))); err != nil {
		t.Errorf("the export is not a ZIP: %v", err)
	}
	if kind, name := got.header.Get("Content-Type"), got.header.Get("Content-Disposition"); kind != "application/zip" || name != `attachment; filename="negocio-`+s.Business.ID[:min(8, len(s.Business.ID))]+`.zip"` {
		t.Errorf("the export has Content-Type %q and Content-Disposition %q, want a ZIP file named after the business", kind, name)
	}
	s.call(asOperator, http.MethodGet, "/cp/businesses/nothing/export", "").has(http.StatusNotFound).problem()
	if remaining, err := filepath.Glob(filepath.Join(os.TempDir(), "axioma-export-*")); err != nil || len(remaining) > 0 {
		t.Errorf("these temporary files were left: %v (%v); want none", remaining, err)
	}
}

// Spec: families-10
func TestRestoredMessages_Decision_IsCarriedOut(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Register("Ana")
	s.call(asOperator, http.MethodGet, "/cp/wa/restored", "").has(http.StatusOK, `"held":0`, `"restoredAt":null`, `"decision":null`)
	s.markRestored()
	s.call(asOperator, http.MethodGet, "/cp/wa/restored", "").has(http.StatusOK,
		`"held":1`, `"copiedAt":"2026-03-26T`, `"restoredAt":"2026-03-26T`, `"decision":null`, `"decidedBy":null`)
	s.call(asOperator, http.MethodPost, "/cp/wa/restored", `{"decision":"BOTH"}`).has(http.StatusUnprocessableEntity, "decision")
	for range 2 {
		s.call(asOperator, http.MethodPost, "/cp/wa/restored", `{"decision":"DROP"}`).has(http.StatusOK, `"held":1`, `"decision":"DROP"`, `"decidedAt":"2026-03-26T`, `"decidedBy":"`)
	}
	s.call(asOperator, http.MethodPost, "/cp/wa/restored", `{"decision":"RELEASE"}`).has(http.StatusConflict, "RESTORED_DROPPED", "Ya se decidió no enviar ninguno.")
}

func (s *site) markRestored() {
	s.t.Helper()
	err := s.Store.InPlatform(s.t.Context(), func(tx *store.PlatformTx) error {
		if _, err := tx.Queue().HoldWaiting(s.Clock.Now()); err != nil {
			return err
		}
		return tx.Restores().Note(loyalty.Restore{CopiedAt: s.Clock.Now(), At: s.Clock.Now()})
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestControlPanel_MailState_ShowsWhetherEmailsAreSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOperator, http.MethodGet, "/cp/mail", "").has(http.StatusOK, `"from":null,"waiting":0,"stuck":false`)
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.MailFrom = "codigos@axioma.test" })
	s.QueueMail(s.CustomerWithEmail("Ana", "ana@correo.test"))
	s.Clock.Advance(service.MailStuckAfter)
	s.call(asOperator, http.MethodGet, "/cp/mail", "").has(http.StatusOK, `"from":"codigos@axioma.test","waiting":1,"stuck":false`)
	s.Clock.Advance(time.Second)
	s.call(asOperator, http.MethodGet, "/cp/mail", "").has(http.StatusOK, `"waiting":1,"stuck":true`)
}

func TestControlPanel_Overview_ShowsFiguresToOperatorsOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.Register("Ana")
	s.call(asOperator, http.MethodGet, "/cp/overview", "").has(http.StatusOK, `"businesses":2,"activeBusinesses":2,"waitingMessages":1,"blockedMessages":0`)
	s.call(asOwner, http.MethodGet, "/cp/overview", "").has(http.StatusForbidden)
}

func TestControlPanel_Backup_ShowsTheLastOne(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asOperator, http.MethodGet, "/cp/backup", "").has(http.StatusOK, `"at":null,"old":true,"nightly":false`)
	if err := s.Cases.Maintenance.RecordBackup(t.Context(), s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.handler = s.apiOn(s.Cases, nil, func(o *Options) { o.Backups = fakeBackups(&BackupState{}) })
	for _, step := range []struct {
		after time.Duration
		old   string
	}{{36 * time.Hour, "false"}, {time.Second, "true"}} {
		s.Clock.Advance(step.after)
		s.call(asOperator, http.MethodGet, "/cp/backup", "").has(http.StatusOK, `"at":"2026-03-26T`, `"old":`+step.old+`,"nightly":true`)
	}
}
