package httpapi

import "axioma/internal/loyalty"

// spanishWords translates constants, none of which has two meanings.
func spanishWords() map[string]string {
	return map[string]string{
		string(loyalty.ConsentPrivacy): "privacidad", string(loyalty.ConsentWhatsApp): "WhatsApp", string(loyalty.ConsentEmail): "correo",
		string(loyalty.ConsentSMS): "SMS", string(loyalty.ConsentPromotions): "promociones", string(loyalty.ConsentUsual): "lo de siempre",

		string(loyalty.FormRegistration): "al registrarte", string(loyalty.FormPortal): "en Mis datos",
		string(loyalty.FormUnsubscribe): "en la página de tu QR", string(loyalty.FormStaff): "en el mostrador",
		string(loyalty.FormWhatsAppReply): "por WhatsApp", string(loyalty.FormWhatsAppStop): "en los ajustes de WhatsApp",
		string(loyalty.FormMerge): "al unir dos fichas", string(loyalty.FormErasure): "al pedir el borrado",

		string(loyalty.AdjustmentOpening): "de tu tarjeta de papel", string(loyalty.AdjustmentCorrection): "corregido por la barbería",

		string(loyalty.RewardPending): "pendiente", string(loyalty.RewardRedeemed): "canjeada", string(loyalty.RewardCancelled): "anulada",

		string(loyalty.MessageOTP): "código para entrar", string(loyalty.MessageQR): "tu QR", string(loyalty.MessageReply): "respuesta",
		string(loyalty.MessageBirthday): "felicitación", string(loyalty.MessageOneMore): "te falta una visita", string(loyalty.MessageWeek): "la semana del negocio",

		string(loyalty.MessageQueued): "en cola", string(loyalty.MessageSending): "enviándose", string(loyalty.MessageSent): "enviado",
		string(loyalty.MessageDelivered): "entregado", string(loyalty.MessageRead): "leído", string(loyalty.MessageFailed): "no entregado",
		string(loyalty.MessageDropped): "no enviado", string(loyalty.MessageUnknown): "sin confirmar",
	}
}

func spanishWord(word string) string {
	if spanish, known := spanishWords()[word]; known {
		return spanish
	}
	return word
}
