package main

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp/graphtest"
)

const (
	answers     = 600
	acceptedTil = 150
)

func queueReplyMessages(t *testing.T, database storetest.Database) {
	t.Helper()
	createBusiness(t, database, 0)
	database.Corrupt(t, "UPDATE businesses SET wa_rate_per_minute = 4800, wa_daily_cap = 4800")
	queueReplies(t, database, answers)
}

func queueReplies(t *testing.T, database storetest.Database, count int) {
	t.Helper()
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	err = st.InBusiness(t.Context(), businessID, func(tx *store.Tx) error {
		for i := range count {
			message := loyalty.Message{
				ID: fmt.Sprintf("m%d", i), Phone: "+34600111222", Kind: loyalty.MessageReply, Text: "Hola", CreatedAt: time.Now(),
			}
			if err := tx.Messages().Insert(message); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

const cloudNumber = "1065"

func newGraph() *graphtest.Graph {
	graph := graphtest.New("EAAJB", "v23.0")
	graph.Account = graphtest.Account{NumberID: cloudNumber, Scopes: []string{graphtest.ScopeMessaging}, Throughput: 1000}
	return graph
}

func cloudFlags(graphURL string) []string {
	flags := []string{"--whatsapp", "cloud"}
	settings := map[string]string{
		"token": "EAAJB", "phone-number-id": cloudNumber, "number": "+34600999888", "app-secret": "secreto", "verify-token": "palabra",
		"graph-url": graphURL, "graph-version": "v23.0",
	}
	addTemplates(settings)
	for name, value := range settings {
		flags = append(flags, "--whatsapp-"+name, value)
	}
	return flags
}

func TestMessageQueue_Kill9_SendsEachMessageOnce(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	queueReplyMessages(t, database)
	graph := newGraph()
	graph.NoPairLimit = true
	arrivals := make(chan struct{}, answers)
	graph.Faults = func(graphtest.Body) graphtest.Fault {
		arrivals <- struct{}{}
		time.Sleep(5 * time.Millisecond)
		return graphtest.None
	}
	provider := httptest.NewServer(graph)
	defer provider.Close()
	for range kills {
		server := start(t, database, cloudFlags(provider.URL)...)
		for range acceptedTil {
			<-arrivals
		}
		server.kill()
	}
	last := start(t, database, cloudFlags(provider.URL)...)
	for deadline := time.Now().Add(patience); countQueued(t, database) != "0" && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond)
	}
	last.kill()
	provider.Close()
	mustHaveSentOnce(t, database, graph.AcceptedMessages())
}

func countQueued(t *testing.T, database storetest.Database) string {
	t.Helper()
	return database.Rows(t, "SELECT count(*) FROM messages WHERE status = 'QUEUED'")[0]
}

// mustHaveSentOnce expects that messages in flight at a kill keep their state.
func mustHaveSentOnce(t *testing.T, database storetest.Database, acceptedMessages []graphtest.AcceptedMessage) {
	t.Helper()
	times := map[string]int{}
	for _, message := range acceptedMessages {
		times[message.MessageID]++
	}
	for id, count := range times {
		if count > 1 {
			t.Errorf("message %s was accepted %d times, want at most once", id, count)
		}
	}
	states := map[string]int{}
	for _, row := range database.Rows(t, "SELECT id, status FROM messages") {
		id, status, _ := strings.Cut(row, " ")
		states[status]++
		if status == "SENT" && times[id] == 0 || status == "QUEUED" {
			t.Errorf("message %s is %s and was accepted %d times", id, status, times[id])
		}
	}
	if lostCount := states["SENDING"]; lostCount > (kills+1)*8 || states["SENT"]+lostCount != answers {
		t.Errorf("too many messages are unfinished in the end: %v", states)
	}
}
