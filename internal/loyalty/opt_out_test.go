package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestWhoWritesBajaOrStopOptsOut(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]bool{
		"BAJA": true, "baja": true, " Baja. ": true, "«BAJA»": true, "¡¡Baja!!": true, "bajá": true, "Stop": true, "STOP!!": true,
		"\n*BAJA*\n": true, "Baja por favor": true, "Baja, gracias": true, "stop ya": true, "STOP-PROMO": true, "👎 baja": true,
		"Quiero darme de baja": true, "Hola, me quería dar de baja": true, "por favor dadme de baja": true, "Me doy de baja.": true,
		"No quiero más publicidad": true, "no me mandéis más mensajes": true, "Por favor, no me escribáis más": true,
		"Hola! no me envíes nada": true, "No deseo recibir promociones": true, "Ya no quería recibir mensajes.": true,

		"No me ha llegado el mensaje": false, "¿No me mandas el mensaje?": false, "No quiero perder las promociones": false,
		"No quiero dejar de recibir mensajes": false, "No quiero cita": false, "No me mandes el recibo": false,
		"No quiero darme de baja de los mensajes": false, "Quiero más mensajes": false, "no más": false,
		"Quiero ver mis puntos de Más Barbería. No lo envíes si te lo ha pedido otra persona. Código NADA-NADA": false,
		"": false, "   ": false, "👍": false, "Mi hermano trabaja hoy": false, "trabaja": false, "bajada": false, "rebaja": false,
		"Gracias": false, "estoy de baja": false, "¿Podéis bajar el precio?": false, "stopper": false, "non stop": false,
		"No me quiero dar de baja": false, "la planta baja": false, "de baja": false, "darme de": false, "subebaja": false,
	} {
		if got := loyalty.OptsOut(message); got != want {
			t.Errorf("OptsOut(%q) is %t", message, got)
		}
	}
}
