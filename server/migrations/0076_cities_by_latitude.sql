-- Saved searches look for the cities around one within a band of latitudes.
create index cities_position on cities (latitude, longitude) where latitude is not null and longitude is not null;
