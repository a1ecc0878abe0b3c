package demo

import "axioma/internal/loyalty"

func shops() []shop {
	hours := weekOf("10:00", "14:00", "16:30", "20:30")
	return []shop{
		{
			id: BusinessID, name: "Barbería Demo",
			legal: loyalty.LegalChanges{
				Name:    said("Manuel Ortega Vidal"),
				TaxID:   said("12345678Z"),
				Address: said("Calle del Ejemplo 7, 28004 Madrid"),
				Email:   said("privacidad@demo.test"),
			},
			premises: loyalty.PremisesChanges{
				Address:    said("Calle del Ejemplo 7, 28004 Madrid"),
				Phone:      said("910 000 000"),
				BookingURL: said("https://reservas.example/barberia-demo"),
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
			id: SecondID, name: "Barbería Norte",
			staff: []member{
				{"owner@norte.test", "Begoña Etxebarria", loyalty.Owner},
				{"barber@norte.test", "Unai Mendizábal", loyalty.Barber},
			},
			people: []person{
				{name: "Ander Goñi Arrieta", tag: loyalty.TagCard, every: 24, months: 9},
				{name: "Íñigo Larrañaga", tag: loyalty.TagVIPB, every: 15, months: 11},
				{name: "Koldo Iturbe Sáez", every: 31, months: 6},
				{name: "Jon Aguirre", tag: loyalty.TagSporadic, every: 55, months: 10},
				{name: "Mikel Zubiri Peña", tag: loyalty.TagCard, every: 20, months: 4},
				{name: "Beñat Otxoa", every: 28, months: 2},
			},
		},
	}
}

// weekOf opens twice a day from Monday to Friday, and on Saturday in the morning.
func weekOf(from, lunch, back, to loyalty.Clock) []loyalty.Opening {
	var openings []loyalty.Opening
	for day := loyalty.Weekday(1); day <= 5; day++ {
		openings = append(openings, loyalty.Opening{Weekday: day, From: from, To: lunch}, loyalty.Opening{Weekday: day, From: back, To: to})
	}
	return append(openings, loyalty.Opening{Weekday: 6, From: from, To: lunch})
}

func said(text string) loyalty.Change { return loyalty.Change{Sent: true, Value: text} }

func demoPeople() []person {
	return []person{
		{name: "Álvaro Núñez Prieto", tag: loyalty.TagCard, every: 21, months: 11},
		{name: "Ana Gómez Ruiz", every: 30, months: 4, visits: 4, notes: "Flequillo recto, sin navaja."},
		{name: "Antonio Márquez", tag: loyalty.TagVIPA, every: 12, months: 12, notes: "Prefiere los viernes a última hora."},
		{name: "Asier Ibáñez Soto", tag: loyalty.TagCard, every: 25, months: 8},
		{name: "Bartolomé Cifuentes de la Encina y Fernández-Villaverde", tag: loyalty.TagCard, every: 40, months: 10},
		{name: "Bruno Salas", every: 18, months: 3},
		{name: "Carlos Peña Lozano", tag: loyalty.TagCard, every: 22, months: 9, visits: 9},
		{name: "César Domínguez", tag: loyalty.TagSporadic, every: 60, months: 11, lapsed: true},
		{name: "Daniel Rojas Vera", tag: loyalty.TagFamily, every: 26, months: 7},
		{name: "David Rojas Vera", tag: loyalty.TagFamily, every: 26, months: 7},
		{name: "Elena Rojas", tag: loyalty.TagFamily, every: 33, months: 7},
		{name: "Diego Cano", tag: loyalty.TagVIPC, every: 14, months: 6, visits: 3},
		{name: "Eduardo Blanco Rey", tag: loyalty.TagCard, every: 28, months: 12},
		{name: "Emilio Sanchís", every: 35, months: 9, lapsed: true},
		{name: "Esteban Quiroga", tag: loyalty.TagCard, every: 19, months: 5, visits: 5, saves: true},
		{name: "Felipe Aranda Gil", tag: loyalty.TagCard, every: 23, months: 10, visits: 10, saves: true},
		{name: "Fermín Ulloa", tag: loyalty.TagSporadic, every: 70, months: 12},
		{name: "Francisco Javier Moreno", tag: loyalty.TagVIPA, every: 10, months: 8},
		{name: "Gonzalo Pizarro", every: 27, months: 2},
		{name: "Héctor Rivas León", tag: loyalty.TagCard, every: 24, months: 6},
		{name: "Hugo Benítez", tag: loyalty.TagCard, every: 20, months: 3},
		{name: "Ignacio Valcárcel", every: 32, months: 11, lapsed: true},
		{name: "Jaime Cordero", tag: loyalty.TagCard, every: 29, months: 7},
		{name: "Javier Núñez", tag: loyalty.TagVIPB, every: 13, months: 9},
		{name: "Joaquín Espinosa", tag: loyalty.TagCard, every: 26, months: 8},
		{name: "Jorge Luis Paredes", every: 21, months: 1},
		{name: "José María Cuesta", tag: loyalty.TagCard, every: 30, months: 12, notes: "Alérgico a la loción con mentol."},
		{name: "Juan Ñíguez Baena", tag: loyalty.TagCard, every: 22, months: 5},
		{name: "Leandro Fuentes", tag: loyalty.TagSporadic, every: 50, months: 6},
		{name: "Lorenzo Vidal", tag: loyalty.TagCard, every: 25, months: 10},
		{name: "Luis Ángel Tejada", tag: loyalty.TagFamily, every: 28, months: 9},
		{name: "Mateo Tejada Pons", tag: loyalty.TagFamily, every: 28, months: 9},
		{name: "Leo Tejada Pons", tag: loyalty.TagFamily, every: 35, months: 9},
		{name: "Manuel Acosta Ríos", tag: loyalty.TagVIPA, every: 11, months: 4},
		{name: "Marcos Serrano", tag: loyalty.TagCard, every: 23, months: 7},
		{name: "Martín Escribano", every: 34, months: 3},
		{name: "Miguel Ángel Rubio", tag: loyalty.TagCard, every: 20, months: 11},
		{name: "Nicolás Herranz", tag: loyalty.TagCard, every: 27, months: 2},
		{name: "Óscar Villalba", tag: loyalty.TagCard, every: 24, months: 8},
		{name: "Pablo Ybarra", every: 45, months: 10, lapsed: true},
		{name: "Pedro Zamora Cruz", tag: loyalty.TagCard, every: 26, months: 6},
		{name: "Rafael Oñate", tag: loyalty.TagCard, every: 22, months: 9},
		{name: "Raúl Quesada", tag: loyalty.TagVIPC, every: 15, months: 5},
		{name: "Rubén Sáenz", every: 30, months: 1},
		{name: "Salvador Bermúdez", tag: loyalty.TagCard, every: 33, months: 12},
		{name: "Sergio Duarte Mota", tag: loyalty.TagCard, every: 19, months: 4},
		{name: "Tomás Iglesias", tag: loyalty.TagSporadic, every: 65, months: 8},
		{name: "Vicente Olmo Requena", fresh: true},
		{name: "Víctor Manzano", tag: loyalty.TagCard, every: 25, months: 7},
	}
}

func demoFamilies() []family {
	return []family{
		{"Familia Rojas", loyalty.PolicyPool, []string{"Daniel Rojas Vera", "Elena Rojas", "-David Rojas Vera"}},
		{"Familia Tejada", loyalty.PolicyIndividual, []string{"Luis Ángel Tejada", "-Mateo Tejada Pons", "-Leo Tejada Pons"}},
	}
}
