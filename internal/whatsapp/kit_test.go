package whatsapp_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

const (
	token    = "EAAJB"
	version  = "v23.0"
	platform = "106540352242922"

	phoneOfAna = "+34600111222"
)

func quietLog() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func account() whatsapp.Account {
	return whatsapp.Account{
		GraphURL: "http://graph.test", GraphVersion: version, Token: token, PhoneNumberID: platform, Language: "es",
		Templates: map[string]string{"code": "codigo", "qr": "qr", "birthday": "cumple", "one-more": "una_mas"},
	}
}

func newGraph() *graphtest.Graph {
	graph, names := graphtest.New(token, version), account().Templates
	names["qr-wallet"] = "qr_movil"
	graph.Account = graphtest.WorkingAccount(platform, names)
	graph.Account.Numbers = []string{"555"}
	return graph
}

func reachable() bool { return false }

type house struct {
	t     *testing.T
	store *store.Store
	cases *service.Service
}

func newFixture(t *testing.T, database storetest.Database) *house {
	t.Helper()
	st := database.Open(t)
	cases, err := service.New(st, service.Options{Sender: messaging.Sender{Provider: "cloud"}})
	if err != nil {
		t.Fatal(err)
	}
	return &house{t: t, store: st, cases: cases}
}

// withFixture creates the database outside the synctest bubble, because that may start PostgreSQL.
func withFixture(t *testing.T, limits loyalty.WhatsAppLimits, test func(*testing.T, *house)) {
	t.Helper()
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		house := newFixture(t, database)
		house.business("uno", limits)
		test(t, house)
	})
}

func madrid(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func (h *house) business(id string, limits loyalty.WhatsAppLimits) {
	h.t.Helper()
	limits.Enabled, limits.CodesAllowed = true, true
	err := h.store.InPlatform(h.t.Context(), func(tx *store.PlatformTx) error {
		err := tx.Businesses().Insert(loyalty.Business{
			ID: id, Name: "Barbería " + id, Status: loyalty.BusinessActive, Zone: madrid(h.t), Country: "ES",
			VisitTarget: 10, VIPVisitTarget: 4, WhatsApp: limits, CreatedAt: time.Now(),
		})
		if err != nil {
			return err
		}
		if _, err := tx.In(id).Customers().Insert(loyalty.Customer{
			ID: customerOf(id), Name: "Ana García", Phone: phoneOfAna, CreatedAt: time.Now(),
		}, loyalty.Card{ID: "card-of-" + id, CustomerID: customerOf(id)}); err != nil {
			return err
		}
		return tx.In(id).Consents().Insert(loyalty.Consent{
			ID: "consent-of-" + id, CustomerID: customerOf(id), Kind: loyalty.ConsentWhatsApp, Granted: true, At: time.Now(),
			Form: loyalty.FormRegistration, TextVersion: loyalty.ConsentTextVersion,
		})
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func customerOf(business string) string { return "customer-of-" + business }

func (h *house) queue(business string, kind loyalty.MessageKind, from, to int) {
	h.t.Helper()
	err := h.store.InBusiness(h.t.Context(), business, func(tx *store.Tx) error {
		for i := from; i < to; i++ {
			message := loyalty.Message{
				ID: fmt.Sprintf("%s-%05d", business, i), CustomerID: customerOf(business), Phone: phoneOfAna, Kind: kind,
				Text: "123456 es tu código", CreatedAt: time.Now(),
			}
			if kind == loyalty.MessageOTP {
				message.ExpiresAt = message.CreatedAt.Add(loyalty.CodeLifetime)
			}
			if err := tx.Messages().Insert(message); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) messages() map[string]loyalty.Message {
	h.t.Helper()
	messages := map[string]loyalty.Message{}
	for cursor := ""; ; {
		page, err := h.cases.Messages.List(h.t.Context(), messaging.MessageFilter{}, usecase.ListRequest{Limit: 1000, Cursor: cursor})
		if err != nil {
			h.t.Fatal(err)
		}
		for _, message := range page.Items {
			messages[message.ID] = message.Message
		}
		if cursor = page.Next; cursor == "" {
			return messages
		}
	}
}

func (h *house) messageStates(business string, count int) string {
	h.t.Helper()
	all := h.messages()
	states := make([]string, count)
	for i := range states {
		states[i] = string(all[fmt.Sprintf("%s-%05d", business, i)].Status)
	}
	return strings.Join(states, " ")
}

func work(queue whatsapp.Queue, provider whatsapp.Provider, patience time.Duration) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		whatsapp.NewWorker(queue, provider, quietLog(), patience).Run(ctx)
	}()
	return func() { cancel(); <-done }
}

func cloud(transport http.RoundTripper) *whatsapp.Cloud {
	return whatsapp.NewCloud(account(), transport)
}

func standIn(t *testing.T) (*graphtest.Graph, *whatsapp.Cloud) {
	t.Helper()
	graph := newGraph()
	return graph, cloud(graph.Network(t, reachable))
}
