package demo

import "axioma/internal/loyalty"

func shops() []shop {
	hours := weeklyHours("10:00", "14:00", "16:30", "20:30")
	return []shop{
		{
			id: BusinessID, name: "Barbería Demo",
			legal: loyalty.LegalChanges{
				Name:    newChange("Manuel Ortega Vidal"),
				TaxID:   newChange("12345678Z"),
				Address: newChange("Calle del Ejemplo 7, 28004 Madrid"),
				Email:   newChange("privacidad@demo.test"),
			},
			premises: loyalty.PremisesChanges{
				Address:    newChange("Calle del Ejemplo 7, 28004 Madrid"),
				Phone:      newChange("910 000 000"),
				BookingURL: newChange("https://reservas.example/barberia-demo"),
				Hours:      &hours,
			},
			staff: []member{
				{"owner@demo.test", "Manuel Ortega", loyalty.Owner},
				{"admin@demo.test", "Lucía Ferrer", loyalty.Admin},
				{"barber@demo.test", "Iván Castaño", loyalty.Barber},
			},
			people:   demoPeople(),
			families: demoFamilies(),
		},
		{
			id: SecondBusinessID, name: "Barbería Norte",
			staff: []member{
				{"owner@norte.test", "Begoña Etxebarria", loyalty.Owner},
				{"barber@norte.test", "Unai Mendizábal", loyalty.Barber},
			},
			people: []person{
				{name: "Ander Goñi Arrieta", tag: loyalty.TagCard, daysBetween: 24, monthsAgo: 9},
				{name: "Íñigo Larrañaga", tag: loyalty.TagVIPB, daysBetween: 15, monthsAgo: 11},
				{name: "Koldo Iturbe Sáez", daysBetween: 31, monthsAgo: 6},
				{name: "Jon Aguirre", tag: loyalty.TagSporadic, daysBetween: 55, monthsAgo: 10},
				{name: "Mikel Zubiri Peña", tag: loyalty.TagCard, daysBetween: 20, monthsAgo: 4},
				{name: "Beñat Otxoa", daysBetween: 28, monthsAgo: 2},
			},
		},
		{
			id: BusyBusinessID, name: "Barbería Alameda", isBusy: true, meanTicket: number(1800), serviceCost: number(35),
			legal: loyalty.LegalChanges{
				Name:    newChange("Rosa Alameda Gil"),
				TaxID:   newChange("12345678Z"),
				Address: newChange("Paseo de la Alameda 12, 46010 Valencia"),
				Email:   newChange("privacidad@alameda.test"),
			},
			premises: loyalty.PremisesChanges{Address: newChange("Paseo de la Alameda 12, 46010 Valencia"), Phone: newChange("960 000 000"), Hours: &hours},
			staff: []member{
				{"owner@alameda.test", "Rosa Alameda", loyalty.Owner},
				{"nico@alameda.test", "Nico Soler", loyalty.Barber},
				{"marta@alameda.test", "Marta Vidal", loyalty.Barber},
			},
		},
	}
}

func weeklyHours(from, lunch, back, to loyalty.Clock) []loyalty.Opening {
	var openings []loyalty.Opening
	for day := loyalty.Weekday(1); day <= 5; day++ {
		openings = append(openings, loyalty.Opening{Weekday: day, From: from, To: lunch}, loyalty.Opening{Weekday: day, From: back, To: to})
	}
	return append(openings, loyalty.Opening{Weekday: 6, From: from, To: lunch})
}

func number(n int64) *int64 { return &n }

func newChange(text string) loyalty.Change { return loyalty.Change{Sent: true, Value: text} }

func demoPeople() []person {
	return []person{
		{name: "Álvaro Núñez Prieto", tag: loyalty.TagCard, daysBetween: 21, monthsAgo: 11},
		{name: "Ana Gómez Ruiz", daysBetween: 30, monthsAgo: 4, visits: 4, notes: "Flequillo recto, sin navaja."},
		{name: "Antonio Márquez", tag: loyalty.TagVIPA, daysBetween: 12, monthsAgo: 12, notes: "Prefiere los viernes a última hora."},
		{name: "Asier Ibáñez Soto", tag: loyalty.TagCard, daysBetween: 25, monthsAgo: 8},
		{name: "Bartolomé Cifuentes de la Encina y Fernández-Villaverde", tag: loyalty.TagCard, daysBetween: 40, monthsAgo: 10},
		{name: "Bruno Salas", daysBetween: 18, monthsAgo: 3},
		{name: "Carlos Peña Lozano", tag: loyalty.TagCard, daysBetween: 22, monthsAgo: 9, visits: 9},
		{name: "César Domínguez", tag: loyalty.TagSporadic, daysBetween: 60, monthsAgo: 11, lapsed: true},
		{name: "Daniel Rojas Vera", tag: loyalty.TagFamily, daysBetween: 26, monthsAgo: 7},
		{name: "David Rojas Vera", tag: loyalty.TagFamily, daysBetween: 26, monthsAgo: 7},
		{name: "Elena Rojas", tag: loyalty.TagFamily, daysBetween: 33, monthsAgo: 7},
		{name: "Diego Cano", tag: loyalty.TagVIPC, daysBetween: 14, monthsAgo: 6, visits: 3},
		{name: "Eduardo Blanco Rey", tag: loyalty.TagCard, daysBetween: 28, monthsAgo: 12},
		{name: "Emilio Sanchís", daysBetween: 35, monthsAgo: 9, lapsed: true},
		{name: "Esteban Quiroga", tag: loyalty.TagCard, daysBetween: 19, monthsAgo: 5, visits: 5, neverRedeems: true},
		{name: "Felipe Aranda Gil", tag: loyalty.TagCard, daysBetween: 23, monthsAgo: 10, visits: 10, neverRedeems: true},
		{name: "Fermín Ulloa", tag: loyalty.TagSporadic, daysBetween: 70, monthsAgo: 12},
		{name: "Francisco Javier Moreno", tag: loyalty.TagVIPA, daysBetween: 10, monthsAgo: 8},
		{name: "Gonzalo Pizarro", daysBetween: 27, monthsAgo: 2},
		{name: "Héctor Rivas León", tag: loyalty.TagCard, daysBetween: 24, monthsAgo: 6},
		{name: "Hugo Benítez", tag: loyalty.TagCard, daysBetween: 20, monthsAgo: 3},
		{name: "Ignacio Valcárcel", daysBetween: 32, monthsAgo: 11, lapsed: true},
		{name: "Jaime Cordero", tag: loyalty.TagCard, daysBetween: 29, monthsAgo: 7},
		{name: "Javier Núñez", tag: loyalty.TagVIPB, daysBetween: 13, monthsAgo: 9},
		{name: "Joaquín Espinosa", tag: loyalty.TagCard, daysBetween: 26, monthsAgo: 8},
		{name: "Jorge Luis Paredes", daysBetween: 21, monthsAgo: 1},
		{name: "José María Cuesta", tag: loyalty.TagCard, daysBetween: 30, monthsAgo: 12, notes: "Alérgico a la loción con mentol."},
		{name: "Juan Ñíguez Baena", tag: loyalty.TagCard, daysBetween: 22, monthsAgo: 5},
		{name: "Leandro Fuentes", tag: loyalty.TagSporadic, daysBetween: 50, monthsAgo: 6},
		{name: "Lorenzo Vidal", tag: loyalty.TagCard, daysBetween: 25, monthsAgo: 10},
		{name: "Luis Ángel Tejada", tag: loyalty.TagFamily, daysBetween: 28, monthsAgo: 9},
		{name: "Mateo Tejada Pons", tag: loyalty.TagFamily, daysBetween: 28, monthsAgo: 9},
		{name: "Leo Tejada Pons", tag: loyalty.TagFamily, daysBetween: 35, monthsAgo: 9},
		{name: "Manuel Acosta Ríos", tag: loyalty.TagVIPA, daysBetween: 11, monthsAgo: 4},
		{name: "Marcos Serrano", tag: loyalty.TagCard, daysBetween: 23, monthsAgo: 7},
		{name: "Martín Escribano", daysBetween: 34, monthsAgo: 3},
		{name: "Miguel Ángel Rubio", tag: loyalty.TagCard, daysBetween: 20, monthsAgo: 11},
		{name: "Nicolás Herranz", tag: loyalty.TagCard, daysBetween: 27, monthsAgo: 2},
		{name: "Óscar Villalba", tag: loyalty.TagCard, daysBetween: 24, monthsAgo: 8},
		{name: "Pablo Ybarra", daysBetween: 45, monthsAgo: 10, lapsed: true},
		{name: "Pedro Zamora Cruz", tag: loyalty.TagCard, daysBetween: 26, monthsAgo: 6},
		{name: "Rafael Oñate", tag: loyalty.TagCard, daysBetween: 22, monthsAgo: 9},
		{name: "Raúl Quesada", tag: loyalty.TagVIPC, daysBetween: 15, monthsAgo: 5},
		{name: "Rubén Sáenz", daysBetween: 30, monthsAgo: 1},
		{name: "Salvador Bermúdez", tag: loyalty.TagCard, daysBetween: 33, monthsAgo: 12},
		{name: "Sergio Duarte Mota", tag: loyalty.TagCard, daysBetween: 19, monthsAgo: 4},
		{name: "Tomás Iglesias", tag: loyalty.TagSporadic, daysBetween: 65, monthsAgo: 8},
		{name: "Vicente Olmo Requena", registeredThisWeek: true},
		{name: "Víctor Manzano", tag: loyalty.TagCard, daysBetween: 25, monthsAgo: 7},
	}
}

func demoFamilies() []family {
	return []family{
		{"Familia Rojas", loyalty.PolicyPool, []string{"Daniel Rojas Vera", "Elena Rojas", "-David Rojas Vera"}},
		{"Familia Tejada", loyalty.PolicyIndividual, []string{"Luis Ángel Tejada", "-Mateo Tejada Pons", "-Leo Tejada Pons"}},
	}
}
