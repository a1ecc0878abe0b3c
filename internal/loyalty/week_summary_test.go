package loyalty_test

import (
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestWeekSummary_Text_HasItsPartsInLines(t *testing.T) {
	t.Parallel()
	week := loyalty.WeekSummary{Figures: "41, 3 más", Owed: "debes 2", LostCustomers: "4 han dejado de venir", Task: "Escribe  a\nLola."}
	text := week.Text("Barbería Sol")
	want := "Tu semana en Barbería Sol:\nVisitas: 41, 3 más\nRecompensas: debes 2\nClientes habituales: 4 han dejado de venir\n" +
		"Lo primero: Escribe a Lola.\nResponde BAJA si no quieres recibirlo más."
	if text != want {
		t.Errorf("the message is %q, want %q", text, want)
	}
	week.Task = "Escribe a Lola."
	if got := loyalty.ParseWeekSummary(text); got != week {
		t.Errorf("parsed again, the summary is %+v, want %+v", got, week)
	}
	for cut := range strings.Count(want, "\n") {
		loyalty.ParseWeekSummary(strings.Join(strings.Split(text, "\n")[:cut], "\n")) // an incomplete text must not panic
	}
}

func TestMessageWeek_DropReason_IsAnotherPhone(t *testing.T) {
	t.Parallel()
	message := loyalty.Message{Kind: loyalty.MessageWeek, Phone: "+34600111222"}
	for phone, want := range map[string]string{"+34600111222": "", "+34600111223": loyalty.DroppedGone, "": loyalty.DroppedGone} {
		if got := message.DropReason(loyalty.Recipient{Phone: phone}, message.CreatedAt); got != want {
			t.Errorf("with the phone %q in the settings the drop reason is %q, want %q", phone, got, want)
		}
	}
}
