package loyalty_test

import (
	"testing"

	"axioma/internal/loyalty"
)

func TestOptsOut_MessagesThatAskForNoMore_AreRecognized(t *testing.T) {
	t.Parallel()
	for language, messages := range map[string][]string{
		"commands": {
			"BAJA", "baja", " Baja. ", "«BAJA»", "¡¡Baja!!", "bajá", "Stop", "STOP!!", "\n*BAJA*\n", "Baja por favor", "Baja, gracias", "stop ya",
			"STOP-PROMO", "👎 baja", "cancelar", "Cancelar.", "parar", "Parar por favor", "PARA", "unsubscribe", "Unsubscribe please", "baixa", "BAIXA",
			"anular", "detener", "quiero cancelar", "Hola, baja", "Buenas tardes, BAJA por favor", "Hola buenas, cancelar gracias", "desuscribir", "salir",
			"stop mensajes", "Baja de las promociones", "atura", "gelditu", "sair", "cancel", "quit", "end", "Bórrame", "borradme por favor",
		},
		"buttons": {
			"Detener promociones", "Stop promotions", "Parar promoções", "Parar promocións", "Atura les promocions", "Aturar promocions", "Interromper promoções",
			"Gelditu promozioak", "Deter promocións", "STOP_PROMOTIONS", "OPT_OUT", "opt-out", "UNSUBSCRIBE", "stop_marketing", "No me interesa", "Not interested",
			"detener_promociones", "Cancelar suscripción", "Não tenho interesse",
		},
		"more of all languages": {
			"hola quería darme de baja de los mensajes", "Baja, por favor.", "Quiero que me deis de baja", "me podeis dar de baja?", "Podríais darme de baja",
			"por favor, darme de baja", "BAJA PUBLICIDAD", "baja promociones", "baja whatsapp", "BAJA 1", "no me interesa recibir más mensajes",
			"No quiero más mensajes vuestros", "no mandeis mas whatsapps", "quitame", "borrame de la base de datos", "eliminar mi número de la lista",
			"elimina mi numero", "quitar de la lista", "no quiero ofertas", "no deseo publicidad", "no quiero spam", "parad de enviarme cosas",
			"para de escribirme", "stop publicidad", "stop please", "dejad de molestar", "no me escribáis", "no me llaméis más",
			"Ya no quiero recibir vuestras ofertas", "no quiero formar parte de la lista", "desapúntame", "cancelar promociones", "cancelar mensajes",
			"cancelar suscripcion", "Dar de baja", "dar de baja por favor", "Solicito darme de baja", "Deseo causar baja",
			"hola buenas me gustaría que me quitaseis de la lista de mensajes", "STOP all", "Revoco el consentimiento", "ejercer derecho de oposición",
			"me opongo al tratamiento", "Quiero ejercer mi derecho de oposición a la publicidad", "no envieis mas", "dejad de enviar", "no quiero recibir nada",
			"que me borréis", "que me borreis de la lista", "no me manden más", "no quiero mas msj", "vull donar-me de baixa dels missatges",
			"no vull més missatges", "esborra'm", "esborreu-me", "doneu-me de baixa", "No vull rebre publicitat", "baixa si us plau", "prou",
			"para de enviar mensajes", "pareu d'enviar missatges", "deixa d'enviar missatges", "non quero máis mensaxes", "quero darme de baixa",
			"bórrame da lista", "non me enviedes máis publicidade", "eliminádeme", "parade", "mezurik ez", "ez bidali mezurik", "ez bidali gehiago",
			"utzi mezuak bidaltzeari mesedez", "Baja", "kendu nire zenbakia", "ez nahi mezu gehiago", "Ez dut mezu gehiagorik jaso nahi", "stop",
			"STOP PROMOTIONS", "end messages", "remove my number", "Please remove my number from your list", "I don't want these messages",
			"no longer want to receive messages", "stop messaging", "please stop", "take me off this list", "leave me alone", "don't contact me",
			"do not send me promotions", "opt-out", "parar mensagens", "quero parar de receber mensagens", "não quero receber promoções",
			"não me mande mais mensagens", "remover", "me remova da lista", "sair", "cancelar inscrição", "descadastrar", "não quero mais receber",
			"Quero cancelar", "quero me descadastrar da lista", "deixem de me enviar mensagens", "No quiero publicidad ni promociones", "No me envíen más SMS",
			"no quiero que me escribais mas", "Dejar de recibir promociones", "Dejar de recibir", "No recibir más mensajes", "no recibir publicidad",
			"Unsubscribe from promotions", "Detener", "Detener mensajes", "Parar promocions", "Deixar de rebre promocions", "Stop promocions",
			"Deixar de recibir promocións", "Utzi promozioak jasotzeari", "Deixar de receber promoções", "Cancelar promoções", "Interromper promoções",
			"Hola, soy Ana, quiero darme de baja de la publicidad, gracias", "Quiero la baja de la publicidad aunque mantengo mi cita", "BAJAAA", "baja!!!!!",
			"B.A.J.A", "QUIERO BAJA", "buenos días quiero que me deis de baja de vuestra lista gracias", "no estoy interesada", "ya no soy cliente, quitadme",
			"Dejad de mandar mensajes, por favor", "no me mandes mas mensages", "no quiero mas mensages", "Ya basta", "no molestar", "No me moleste más",
		},
		"typos, clauses and other words": {
			"quiero darme de bajar", "me podéis dar de bajar", "me doy de bajar", "darmedebaja", "quiero darmedebaja", "Quierodarmedebaja", "medoydebaja", "dadmedebaja gracias",
			"me doy debaja", "Quiero darme debaja", "dadme debaja por favor", "doneu-me debaixa", "Quiero dar me de baja", "dame devaja",
			"bajaa", "ＢＡＪＡ", "vaja", "quiero darme d baja xfa", "q me quiteis de la lista", "kitadme de la lista", "no kiero mas mensajes",
			"No qiero ofertas", "no mas msj x favor", "no quiero recivir mas mensajes", "dejadme en paz", "deixeu-me en pau", "me deixem em paz", "esto es spam, baja",
			"no thanks, stop", "No me interesa. BAJA 🙏", "not interested, remove", "cancel my subscription", "cancelade a miña subscrición", "anul·lar la subscripció", "cancelo mi suscripción",
			"salir de la lista", "vull sortir de la llista", "me quiero desapuntar", "desubscribirse", "desinscrever", "unsub", "I want out",
			"I want to be removed from the list", "lose my number", "take my number off", "no quiero seguir recibiendo esto", "I no longer want these", "que no me lleguen más mensajes", "preferiría que no me escribieseis",
			"No volváis a escribirme", "no me habléis más", "no em truqueu més", "please don't send me anything", "les prohíbo que me escriban", "no quiero estar apuntado", "ya no quiero formar parte",
			"pode me tirar da lista?", "eman nazazue baja", "nola eman dezaket baja?", "how do I unsubscribe?", "solicito ser dado de baja", "solicitud de baja", "tramítame la baja",
			"hazme la baja", "Envío BAJA", "revoco mi autorización", "retiro o consentimento", "borren mis datos", "apague meus dados", "esborreu les meves dades",
			"desejo cancelar o recebimento", "não quero ser contactado", "retireu-me de la llista",
		},
		"short and split": {
			"Fuera", "FUERA!", "Hola, fuera por favor", "Fuera ya", "Fora", "Fora, si us plau", "kanpora", "Out", "exit", "Eliminar", "Desactivar por favor",
			"ba ja", "BA JA", "Hola, ba ja por favor", "baj a", "sto p", "un subscribe",
			"no enviar", "No enviar, gracias", "Hola, no mandar", "no me envíes", "No enviéis", "no envieu", "não enviar", "ez bidali", "don't send", "do not send", "Don’t text please",
			"quiero dejar el club", "Hola, quisiera dejar vuestro club", "salir del club", "me quiero salir del club", "quiero dejar de ser socio", "dejo el club", "Abandonar el programa de puntos",
			"vull deixar el club", "quero deixar o clube", "quero sair do clube", "kluba utzi nahi dut", "I want to leave the club", "no quiero seguir en el club", "no quiero ser socia",
			"darme baja", "dar baja", "donar baixa", "fuera de la lista", "cancelen", "No consiento", "leave the list", "no messages", "no mensajes", "no SMS, gracias", "no más avisos", "no más WhatsApp",
			"no quiero avisos", "ni un mensaje más", "deixeu-me tranquil", "desapunta'm", "irten", "kendu", "remova", "quiero dejar de ser cliente", "enough", "olvidadme", "quiero dejar la lista de WhatsApp",
			"no more", "No more, please", "NO MORE!!", "ez gehiago",
		},
		"other verbs, nouns and clauses": {
			"Buenas, me podríais sacar de vuestra lista?", "me borráis de la lista porfa?", "no quiero publi", "borrar mi número por favor", "borrad mi cuenta", "dad de baja este número", "este número dadlo de baja", "no quiero estar en vuestra lista", "no quiero seguir siendo cliente",
			"cómo dejo de recibir estos mensajes?", "como se da uno de baja", "no doy mi consentimiento", "retiro el permiso", "no os doy permiso para escribirme", "rechazo recibir publicidad", "me niego a recibir más mensajes", "finalizar suscripción", "detener envíos", "no me aviséis más",
			"ya no vivo ahí, dadme de baja", "I never signed up, remove me", "sin promos por favor", "ya no vivo en Bilbao así que dadme de baja por favor", "les agradecería que dejasen de enviarme mensajes publicitarios", "solicito la supresión de mis datos", "Desactivar notificaciones", "no tenéis permiso para escribirme", "desuscripción", "ya no quiero nada de vosotros",
			"no m'escriviu", "No vull que em torneu a escriure", "deixeu-me estar", "baixa de les promocions", "anul·leu la subscripció", "esborreu el meu telèfon", "doneu de baixa aquest número", "elimineu les meves dades",
			"eliminade o meu número", "non me contactedes máis", "ez dut ezer jaso nahi", "ez nau interesatzen", "promoziorik ez", "nola eman baja?", "ez dut klubean egon nahi",
			"unsubcribe", "cancel my membership", "delete my account", "I don't wish to be contacted", "I want to be taken off the list", "leave me out", "não me contactem mais", "não me chamem mais", "não tenho interesse em receber", "bloquear mensagens", "me exclui da lista", "favor remover meu contato",
			"Block promotions", "btn_unsubscribe", "action=unsubscribe", "marketing_unsubscribe",
		},
		"messages and data as objects": {
			"Quitadme los mensajes", "quitad la publicidad", "remove the messages", "Quítame la publicidad", "eliminad los mensajes", "borradme las notificaciones", "quitadme los dichosos mensajes", "traieu-me els missatges", "esborreu els anuncis",
			"quitádeme as mensaxes", "eliminade a publicidade", "please remove the ads", "tirem os anúncios", "remova as mensagens", "kendu mezuak",
			"Please delete my information", "eliminad mi ficha", "borrad mi registro", "borrad mis registros", "remove my info", "delete my records", "esborreu la meva fitxa", "elimineu la meva informació", "eliminade a miña ficha", "borrade o meu rexistro",
			"apague minha ficha", "elimine minhas informações", "apaguem o meu registo", "ezabatu nire fitxa", "nire informazioa ezabatu mesedez", "borrad la información que tenéis de mí", "borrad todos los datos que tenéis sobre mí", "¿me vais a quitar la publicidad?", "¿me vais a quitar de la lista?",
		},
		"refusals, complaints and cards": {
			"suficiente", "rechazar", "no quiero más", "Esto es spam", "borrad mi tarjeta", "me teneis frito con los mensajes parad ya", "ya vale de mensajes", "ya está bien de publicidad", "dejen de spamearme",
			"deja de spamear", "Os voy a denunciar si seguís escribiendo", "¿Cómo se quita esto?", "quiero borrar mi tarjeta", "eliminad mi tarjeta de fidelización", "anulad mi tarjeta de puntos por favor", "Rechazo", "No acepto", "no mas por favor",
			"este numero ya no es de Juan, borradlo", "Reportar spam", "Bloqueado", "os bloqueo", "os voy a bloquear", "dame baja", "dadme la baja", "Bja", "stp",
			"estop", "ALTO", "no vull més", "suficient", "rebutjar", "això és spam", "esborreu la meva targeta", "Xa non quero máis", "abonda xa",
			"rexeitar", "Ez dut gehiago nahi", "hau spam da", "baztertu", "ezabatu nire txartela", "enough already", "reject", "I don't want any more", "this is spam",
			"delete my card", "dont want this anymore", "I'll report you if you keep texting", "suficiente já", "recusar", "não quero mais", "isso é spam", "apague meu cartão", "não me manda mais mensagem por favor",
			"como faço pra sair disso", "como cancelo isso", "decline_marketing", "BLOCK", "no quiero nada más, gracias", "ya es suficiente", "Estoy harta de vuestros mensajes!!", "por qué me seguís mandando cosas si ya me di de baja", "Cancelé la suscripción, dadme de baja ya",
			"se han equivocado de número", "Número equivocado", "you've got the wrong number", "nire txartela ezabatu", "tarjeta fuera? borradla", "anular tarjeta", "dar de baja la tarjeta", "Cancele la suscripción", "ya no quiero esto",
			"ez dut nahi gehiago", "estic tip de la vostra publicitat", "yo no pedí esto", "no os he dado permiso", "I never signed up for this",
			"borrar cuenta", "Cancelar cuenta, gracias", "delete my account please", "cero mensajes", "Paso de vuestras promos", "paso de publicidad", "me salgo", "ni uno más", "Os voy a denunciar como sigáis escribiendo", "este número ya no es de Ana", "No, no acepto",
			"demasiados mensajes, basta", "harto de que me escribáis", "harta de recibir vuestras ofertas", "por qué me seguís escribiendo?", "why do you keep texting me?", "me di de baja y me siguen llegando mensajes", "perdona, os habéis equivocado de persona", "os voy a bloquear si seguís escribiendo",
			"how do I get out of this", "dadme baja de la lista", "Quitad mi tarjeta y mis datos", "suficiente ya", "alto ya",
		},
		"stops and ends": {
			"¿Cómo dejo de recibir mensajes?", "com deixo de rebre missatges?", "como deixo de receber mensagens?", "como dejo de tener publicidad", "Os dejo este mensaje: dejad de escribirme", "Te dejo un mensaje, deja de enviarme promociones",
			"Solicito la cancelación de la suscripción", "Cancélame la suscripción", "¿Me canceláis la suscripción?", "terminar mi suscripción", "quiero anular la inscripción", "anulade a subscrición", "cancel·leu-me la subscripció", "voldria anul·lar la subscripció", "I want my subscription cancelled",
			"quiero que mi suscripción sea anulada", "Nunca me habéis cancelado la suscripción, dadme de baja",
		},
		"Spanish": {
			"Quiero darme de baja", "Hola, me quería dar de baja", "por favor dadme de baja", "Me doy de baja.", "Hola, quiero la baja", "quiero la baja",
			"No quiero más publicidad", "no me mandéis más mensajes", "no me mandeis mas mensajes", "Por favor, no me escribáis más", "Hola! no me envíes nada",
			"No deseo recibir promociones", "Ya no quería recibir mensajes.", "quitadme de la lista", "Quítame de la lista por favor", "sácame de esta lista",
			"Dejad de escribirme", "deja de mandarme mensajes", "Basta de publicidad", "basta ya de mensajes", "no más publicidad", "No quiero recibir más WhatsApps",
			"borradme de vuestra base de datos", "Eliminadme de la lista de difusión", "¿Cómo me doy de baja?", "Solicito la baja", "quiero desapuntarme",
			"Retiro mi consentimiento", "no me escribas más", "No quiero que me mandéis ofertas", "no enviar más publicidad", "que no me mandéis más nada",
			"Dejen de enviar promociones", "No quiero mensajes", "Quiero cancelar la suscripción", "no me molestéis más", "Quiero salir de la lista", "dar de baja mi número",
			"No me mandéis más mensajes, quiero darme de baja", "No quiero saber nada más de promociones", "tramitad mi baja", "dadme de vaja",
		},
		"Catalan": {
			"Vull la baixa", "vull donar-me de baixa", "Doneu-me de baixa si us plau", "No m'envieu més missatges", "no m’envieu res més", "No vull rebre més publicitat",
			"Traieu-me de la llista", "Treieu-me de la llista", "Esborreu-me de la llista", "Deixeu d'enviar-me missatges", "Prou missatges", "aturar",
			"no vull missatges", "com em dono de baixa?",
		},
		"Galician": {
			"Quero darme de baixa", "Dádeme de baixa", "Non me mandedes máis mensaxes", "Non quero recibir máis publicidade", "Quitádeme da lista",
			"Deixade de mandarme mensaxes", "non me escribades máis", "quero a baixa por favor",
		},
		"Basque": {
			"Baja eman nahi dut", "Ez bidali mezu gehiago", "Ez dut mezu gehiago nahi", "Kendu nazazue zerrendatik", "Utzi mezuak bidaltzeari", "ez idatzi gehiago",
			"Ez dut publizitaterik nahi", "Kaixo, baja mesedez", "Harpidetza kendu",
		},
		"English": {
			"Remove me from the list", "please take me off your list", "Don't text me anymore", "don’t send me any more messages", "No more messages please", "Stop texting me",
			"stop sending me promotions", "I want to unsubscribe", "I do not want to receive messages", "opt me out", "unsubscribe me please", "do not contact me anymore",
		},
		"Portuguese": {
			"Não quero receber mais mensagens", "nao quero mais mensagens", "Não me envie mais promoções", "Pare de me mandar mensagens", "Parem de enviar mensagens",
			"Me tira da lista", "Tirem-me da lista", "quero sair da lista", "Quero cancelar a inscrição", "Chega de mensagens", "por favor descadastrar",
		},
	} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			for _, message := range messages {
				if !loyalty.OptsOut(message) {
					t.Errorf("OptsOut(%q) is false", message)
				}
			}
		})
	}
}

func TestOptsOut_MessagesAboutOtherThings_AreNoOptOuts(t *testing.T) {
	t.Parallel()
	for about, messages := range map[string][]string{
		"words joined to 'de'": {"Estoy debaja", "estoy debaja médica", "Por debaja de la oreja", "debaja", "dejad de bajar la música", "dame de bajar los laterales", "quiero darme de bajar la cresta", "No dejo de bajar de peso", "pordebaja"},
		"appointments": {
			"cancelar la cita", "Quiero cancelar la cita de mañana", "no quiero cancelar mi cita", "¿me das cita para mañana? la baja médica…", "Hola, ¿puedo cancelar mi reserva?",
			"anular cita", "Necesito anular la hora del jueves", "No puedo ir mañana, cancelad mi cita", "Quitadme de la lista de espera", "Borradme la cita del lunes",
			"No quiero cita", "cancel my appointment please", "can I stop by tomorrow?", "Cancel·la la meva hora", "vull anul·lar la cita de demà", "Hitzordua ezeztatu nahi dut",
			"Quero cancelar a marcação de amanhã", "¿Paráis el domingo?", "Para mañana a las 10, por favor", "para el viernes", "¿Puedo parar por ahí mañana?",
			"Me quiero dar de baja de la cita del martes", "remove me from tomorrow's appointment", "quiero cancelar mi turno",
		},
		"more of all kinds": {
			"¿puedo cambiar la cita?", "no cancelar", "No canceléis la cita", "cancelar cita", "Cancelar mi hora", "cancela la de mañana",
			"cancelad la cita del lunes por favor", "me dais de baja la cita", "la cita la cancelo", "quiero anular la cita", "Anula la reserva",
			"Hola, no podré ir, cancelar", "para mañana", "para hoy", "para las 5", "paro en 5 minutos", "mi mujer está de baja maternal", "cogí la baja",
			"tengo la baja médica", "te paso la baja", "la baja laboral", "La baja es hasta el viernes", "me dieron la baja ayer",
			"estoy de baja y quiero cita", "no quiero la baja", "no me borréis", "no quiero salir de la lista", "No stop", "never stop", "ya no quiero la cita",
			"no quiero más cita", "no me lo envíes", "No envíes nada todavía", "no me avisasteis", "avisadme si hay hueco", "no me aviséis tarde",
			"Quita el tinte", "quitar la barba", "quítame las patillas", "me quitas un poco", "borrar mis visitas", "elimina esa visita que no es mía",
			"deja el pelo largo", "para que hora", "¿a qué hora paráis?", "salir a las 5", "puedo salir antes", "fin", "el final", "cancelación",
			"he recibido un mensaje raro", "no entiendo el mensaje", "no quiero tinte", "no quiero esperar", "no quiero ir el lunes",
			"no quiero el mensaje no me llegó", "no recibo más mensajes desde ayer", "¿Por qué ya no recibo mensajes?", "no me llegan más mensajes",
			"el mensaje no", "no me interesa la barba", "no me interesa el tinte", "no me interesa ese día", "¿qué ofertas hay?", "quiero recibir promociones",
			"Sí quiero recibir mensajes", "mándame más mensajes", "más ofertas", "no dejes de avisarme", "No quiero que dejéis de mandarme mensajes",
			"no te olvides del mensaje", "remove the beard", "stop at the corner", "cancel tomorrow", "can't make it, cancel", "don't cancel",
			"I need to cancel my 5pm", "cancel·leu la meva hora", "no vull perdre els punts", "no quiero perder mis puntos", "una talla más baja",
			"en la planta baja", "el precio más bajo", "de baja calidad", "baja un poco el precio", "Baja tú a abrirme", "stop motion", "baixa a obrir",
			"¿es la última?", "la última", "me apunto", "apúntame en la lista", "ponme en la lista", "estoy en la lista?",
			"quitadme del martes y ponedme el jueves", "borradme del lunes", "sacadme del grupo de espera",
		},
		"short words of other things": {
			"estoy fuera", "La de fuera", "la cita es fuera de hora", "espero fuera", "fuera del horario", "¿aparco fuera?", "quitar todo", "quitar la barba", "eliminar la visita", "eliminarlo",
			"out of office", "I'm out", "va ja ja", "trabajo ya", "baja a abrir", "ba",
			"no lo envíes", "no enviar la factura", "no lo mandes todavía", "no enviéis la cita", "no enviar el recibo", "no me lo envíes", "No envíes nada todavía", "no mandes a nadie el martes",
			"quiero dejar la cita para mañana", "quiero dejar el coche en el club", "no quiero dejar el club", "¿puedo dejar la chaqueta en el club?", "salgo del club a las 5", "salgo del trabajo a las 6",
			"quiero entrar en el club", "¿cómo entro en el club?", "quiero dejar una reseña", "quiero dejar propina", "dejar la barba", "vull deixar l'hora per demà", "I want to leave earlier", "can I leave the coat there?",
			"quiero dejar un mensaje", "¿os puedo dejar un aviso?", "salir en la lista", "salir de la lista de espera", "dejar la lista de precios", "no me llegan los avisos", "no quitéis el aviso de la cita",
			"¿no hay hueco?", "no, mensaje recibido", "no texto nada raro", "soy cliente", "quiero dejar mis puntos",
			"no more appointments this week?", "no more slots?", "no more beard", "no más", "no more than 5 euros", "no quiero perder el club",
		},
		"questions, delays and other wishes": {
			"¿si me doy de baja pierdo los puntos?", "¿qué pasa si me doy de baja?", "what happens if I unsubscribe?", "se me dou de baixa perco os pontos?", "¿por qué me habéis dado de baja?", "why did you unsubscribe me?", "no he pedido la baja",
			"no me deis d baja", "nooo, no me deis de baja!!", "ez nazazue kendu zerrendatik", "não quero sair", "não pedi para sair", "no paréis de mandarme ofertas", "I never asked to unsubscribe",
			"no me escribas ahora, luego hablamos", "no me mandéis nada hasta mañana", "no me escribas, llámame mejor", "quitarme las puntas", "quiero salir guapo", "stop en la esquina", "Baja 12",
			"tengo la tensión baja", "borrad mi comentario", "the end", "me dieron de baja en el gimnasio", "baja un momento", "No, no quiero la baja 😅",
		},
		"objects, permissions and other clauses": {
			"¿se puede dar de baja a mi hijo?", "quiero dar de baja la tarjeta de mi hijo", "quitadme las canas", "quítame solo las puntas", "¿me quitáis mucho?", "¿vais a quitar la promoción?", "sácame un hueco", "dejadme el flequillo", "borra el número antiguo",
			"no hace falta que me mandes nada", "no hace falta que me escribas, voy para allá", "no me escribáis en catalán", "no me enviéis la factura por whatsapp", "no me mandes la foto", "no quiero ser el último", "no quiero estar esperando", "no quiero seguir con el pelo largo",
			"tengo que pedir la baja", "pedí la baja ayer", "baja temporada", "baixa temporada", "no doy permiso a mi hijo para teñirse", "el permiso de paternidad", "no tenéis permiso para aparcar en mi puerta", "no doy mi consentimiento para la foto", "retiro mi consentimiento para las fotos", "rechazo la oferta", "quiero retirar mi premio", "acepto recibir promociones", "no rechazo la oferta", "¿cuándo termina la promoción?",
			"cancelar la suscripción del gimnasio?", "quiero salir moreno", "quero saír antes", "vull sortir a les sis", "remove the hair from my ears", "don't text me the address, I know it", "I unsubscribed from the gym", "remove a stamp please", "tire a barba", "parem de rir", "traieu-me hora", "kendu bizarra",
		},
		"plans and other messages": {
			"¿Van a quitar las promociones?", "¿vas a quitar la oferta?", "are you going to remove the offer?", "will you remove the promotion?", "vão tirar a promoção?", "ides quitar a promoción?", "aneu a treure la promoció?",
			"borrad el mensaje anterior", "delete the message I sent", "quítame la capa", "saca mi ficha", "¿me puedes sacar la información de mi cuenta?", "borrad mi registro de visitas",
			"Te dejo un mensaje por si acaso", "Os dejo este mensaje para daros las gracias", "Deixo aquest missatge", "Deixo uma mensagem", "deixo esta mensaxe por se acaso", "os dejo mi mensaje", "te dejo el mensaje aquí", "quiero dejar este mensaje", "quero deixar unha mensaxe",
			"Os dejo este mensaje para preguntar por las ofertas",
			"deixo de treballar a les sis, envia'm un missatge", "dejo de trabajar a las 6, mándame un mensaje", "te dejo mi email para que me mandes las ofertas",
		},
		"subscriptions to finish and past ends": {
			"¿Cómo puedo terminar la inscripción?", "quiero finalizar la inscripción", "termina mi inscripción, por favor", "como posso terminar a inscrição?", "quero finalizar o cadastro", "com puc finalitzar la inscripció?",
			"¿Me habéis cancelado la suscripción?", "¿me han anulado la suscripción?", "¿Por qué me cancelasteis la suscripción?", "me cancelaron la suscripción", "mi suscripción está cancelada?", "Have you cancelled my subscription?", "did you cancel my subscription?",
			"M'heu cancel·lat la subscripció?", "em vau cancel·lar la subscripció?", "em vau anul·lar la subscripció?", "vocês cancelaram minha assinatura?", "cancelástesme a subscrición?", "me habéis cancelado la suscripción y quiero volver",
		},
		"refusals of other things, cards and spam": {
			"Cancelé la suscripción", "ya cancelé la suscripción del móvil", "borrad mi tarjeta antigua, la nueva funciona", "delete my old card", "no quiero más tinte que me pica", "suficiente corto así", "¿es suficiente con media hora?", "rechazar la cita", "he tenido que rechazar la reserva", "me han rechazado la tarjeta", "he perdido mi tarjeta",
			"me borras un sello de la tarjeta que está mal", "borrad el sello de hoy de mi tarjeta", "vuestro mail está en spam", "mira en spam", "no es spam verdad?", "¿esto es spam o sois vosotros?", "no borréis mi tarjeta por favor", "Basta con un repaso", "quiero el corte alto por los lados",
			"I don't want any more gel", "is it enough?", "my card was rejected", "your email went to spam", "o cartão foi recusado", "baixa o volume", "abaixa o som", "reject_appointment", "Rechazar cita",
			"he cancelado la tarjeta del banco", "¿puedo cancelar el pago con tarjeta?", "si borro mi tarjeta pierdo los sellos?", "sácame la tarjeta", "mi tarjeta tiene un error, eliminad la visita del martes", "Anulé la cita ayer", "me he equivocado de número, perdón", "Baja el tono de la música", "baja los precios hombre",
			"estoy harto de esperar", "¿seguís mandando el QR?", "seguís abiertos en agosto?", "por qué no me seguís mandando ofertas", "rechacé la llamada, perdón", "os bloqueo la hora de las 5?", "¿cómo cancelo mi cita?", "cómo se quita el tinte de la piel", "no quiero este corte",
			"no acepto la cita", "ya es suficiente el largo", "no pedí este corte", "no me he apuntado todavía a las ofertas", "no es necesario que me borréis", "no os he dado permiso para cortar tanto",
		},
		"messages that suffice, continue or are wanted": {
			"un mensaje basta", "con un whatsapp basta, gracias", "Con que me mandéis un mensaje basta", "un sms stop?", "la promo dice basta", "con los mensajes basta", "el anuncio pone stop",
			"me siguen llegando bien los mensajes", "si me sigues enviando ofertas vengo más", "me seguís mandando el código?", "por qué seguís mandando el QR viejo", "si seguís llamando a las 5 estoy", "por qué me seguís mandando la tarjeta antigua", "if you keep sending offers I'll come more often", "I'm still getting your messages fine",
			"cansado de esperar vuestro mensaje", "cansado de escribir mensajes sin respuesta", "estoy harto de mi pelo y quiero un cambio, mándame un mensaje", "ya vale con un mensaje", "estaba harta de los mensajes de otra barbería", "tired of texting my boss", "harto de ofertas falsas en otras barberías", "I'll report it if you keep getting errors", "me mandáis mensajes sin parar",
			"no, acepto", "Nooo, acepto", "no😂, acepto", "no, quiero más", "No, quiero la tarjeta", "no, pedí esto", "no recuerdo si pedí esto", "yo no pedi esto para comer", "no pedí esta promo", "how do I get this", "how can I get this here?",
		},
		"wrong numbers, other cards and answers": {
			"te di el numero equivocado", "puse el número equivocado al registrarme", "hay un número erróneo en mi ficha", "I gave you the wrong number", "os habéis equivocado de número de sellos", "equivocado de persona en la reserva", "mi madre se ha equivocado de número", "número equivocado, perdón", "you have the wrong number on my card",
			"quitad mi tarjeta de la familia", "borrad la tarjeta de mi exmujer de la familia", "cancelad la tarjeta regalo", "se me borra la tarjeta", "la tarjeta de la familia, borradla", "os voy a bloquear la tarjeta", "voy a bloquear la tarjeta",
			"reportar", "ya es suficiente gracias", "suficiente, gracias", "Rechazado", "denegado", "alto por favor", "dame baja calidad", "baka", "naja", "declined", "that's enough, thanks",
			"quiero borrar la cuenta de Instagram", "he recibido cero mensajes", "paso de largo", "me paso de ofertas", "paso de la promo", "ya me salgo", "me salgo a las 5", "ni uno más de esos cortes", "este número ya no es de la peluquería?", "este número ya no es de mi madre, es mío",
		},
		"sick leaves": {
			"estoy de baja", "Estoy de baja por enfermedad, ¿puedo ir por la mañana?", "Me han dado de baja en el trabajo", "Sigo de baja médica", "Mi hermano está de baja",
			"Estic de baixa", "I'm on sick leave", "de baja",
		},
		"wishes to stay": {
			"No quiero perder las promociones", "No quiero dejar de recibir mensajes", "No quiero darme de baja de los mensajes", "No me quiero dar de baja", "Quiero más mensajes",
			"no me deis de baja", "No me quitéis de la lista", "no quiero perderme las ofertas", "don't remove me from the list", "I don't want to miss your offers",
			"no dejéis de mandarme promociones", "No em doneu de baixa", "Não quero cancelar", "no canceléis mi tarjeta",
		},
		"messages that did not come": {
			"No me ha llegado el mensaje", "¿No me mandas el mensaje?", "No me mandes el recibo", "No recibo vuestros mensajes", "No me llegan las ofertas", "no me habéis enviado el QR",
			"¿Por qué no recibo promociones?", "I didn't get the message", "no me mandes la factura",
		},
		"small talk": {
			"no más", "", "   ", "👍", "Mi hermano trabaja hoy", "trabaja", "bajada", "rebaja", "Gracias", "¿Podéis bajar el precio?", "stopper", "non stop", "la planta baja",
			"darme de", "subebaja", "Hola", "¿Qué promociones tenéis?", "Quiero promociones", "Baja la música un poco", "¿Tenéis ofertas?", "Sí", "No", "no gracias", "¿Cuánto cuesta el corte?",
			"Bon dia, a quina hora obriu?", "para mi hijo", "lo dejo para otro día", "¿A qué hora cerráis? Mi hermano trabaja.", "Quiero ver mis puntos", "No lo sé", "me lo quitas de la parte de arriba",
			"Quiero ver mis puntos de Más Barbería. No lo envíes si te lo ha pedido otra persona. Código NADA-NADA", "sin parar de reír", "mensaje", "la lista de precios", "no quiero barba",
			"¿Me mandas el QR otra vez?", "is it the end?", "thanks, see you", "no puedo más", "Ya está, gracias", "enviadme la oferta",
		},
	} {
		t.Run(about, func(t *testing.T) {
			t.Parallel()
			for _, message := range messages {
				if loyalty.OptsOut(message) {
					t.Errorf("OptsOut(%q) is true", message)
				}
			}
		})
	}
}
